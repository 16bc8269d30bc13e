import { hasDisplay } from '../browser/display';
import { startService } from '../service/service';
import { readUrls } from './demo';
import { reportHeadless } from './headless';
import { showInWindow } from './in-window';

async function start(): Promise<void> {
  const given = readUrls(process.argv.slice(2));
  const service = await startService();
  try {
    console.log(`Report service: ${service.baseUrl} (API key ${service.apiKey})`);
    const demo = { service, urls: given.length > 0 ? given : [service.samplePages.good] };
    await (hasDisplay() ? showInWindow(demo) : reportHeadless(demo));
  } finally {
    await service.close();
  }
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
