import type { Reporter, TestModule } from 'vitest/node';

/** Prints the number of tests in each project that ran. */
export class TestsByProject implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const { project, children } of modules) {
      const ran = [...children.allTests()].filter((test) =>
        ['passed', 'failed'].includes(test.result().state),
      );
      counts.set(project.name, (counts.get(project.name) ?? 0) + ran.length);
    }
    const texts = [...counts].sort().map(([name, count]) => `${name} ${count}`);
    process.stdout.write(`Tests that ran: ${texts.join(', ')}\n`);
  }
}
