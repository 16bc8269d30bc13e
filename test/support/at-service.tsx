import { signal } from '@preact/signals';
import { render } from 'preact';
import { expect, vi } from 'vitest';
import { createAgencySettings } from '@/components/settings/agency-state';
import { createBackup } from '@/components/settings/backup-state';
import { createConnecting } from '@/components/settings/connecting-state';
import { Options } from '@/components/settings/options';
import { createSettings } from '@/components/settings/settings-state';
import { storedSignal } from '@/components/ui/state/stored-signal';
import type { Route } from '@/lib/browser-ui/reports-request';
import { connectionInUse, connectionsItem } from '@/lib/connection/connection-register';
import { backupTimesItem, storeBackupTime } from '@/lib/history/backup-times';
import type { StoredChange } from '@/lib/report/report-change';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import { agencyItem, changeAgency } from '@/lib/settings/agency';
import { changePreferences, preferencesItem, readChoices } from '@/lib/settings/preferences';
import type { ReportSeed } from '../service/report-store';
import type { ServiceOptions } from '../service/service';
import { backgroundAtService } from './background-at-service';
import { ACTIVE_TAB_URL, drawPopupOf } from './popup-view';
import { drawReportsOf } from './reports-view';
import { readConnection } from './stored-connection';
import { draw } from './view';
import { waitUntil } from './wait-until';

interface ActiveTab {
  url?: string;
  isPrivate?: boolean;
}

/**
 * Starts a service, and connects the real background to the service.
 * @param reports reports of the service, oldest first
 */
export async function openAtService(
  reports: readonly ReportSeed[] = [],
  options: ServiceOptions = {},
) {
  const opened = await backgroundAtService(options);
  const { service, api } = opened;
  for (const report of reports) service.add(report);
  await opened.connect();
  const connectionId = await opened.connectionId();

  /** Removes the drawn page with its state. Returns arguments for a new page. */
  async function preparePage() {
    render(null, document.body);
    const connection = await connectionInUse.read();
    if (connection === undefined) throw new Error('No service is connected.');
    return { background: api, connection };
  }

  async function referenceOf(reportId: string): Promise<ReportReference> {
    const reports = (await readConnection())?.newest?.reports ?? [];
    const report = reports.find(({ id }) => id === reportId);
    if (report === undefined) throw new Error(`The newest list has no report ${reportId}.`);
    return referTo(report);
  }

  return {
    service,
    api,
    connectionId,
    requests: opened.requests,
    queue: opened.queue,
    async openPopup({ url = ACTIVE_TAB_URL, isPrivate = false }: ActiveTab = {}) {
      return drawPopupOf({ ...(await preparePage()), tab: { id: 1, url, isPrivate } });
    },
    async openReports({ route }: { route?: Route } = {}) {
      const stored = await preferencesItem.read();
      const comparedSince = stored?.comparedSince;
      return drawReportsOf({ ...(await preparePage()), comparedSince, route });
    },
    async openOptions() {
      render(null, document.body);
      const [stored, storedAgency, register, times] = await Promise.all([
        storedSignal(preferencesItem),
        storedSignal(agencyItem),
        storedSignal(connectionsItem),
        storedSignal(backupTimesItem),
      ]);
      const permissions = {
        requestHostPermission: async () => true,
        hasHostPermission: async () => true,
        requestPermission: async () => true,
        removePermission: async () => {},
        hasPermission: async () => false,
      };
      const connecting = createConnecting({
        register,
        background: api,
        ...permissions,
        policy: signal(undefined),
      });
      const settings = createSettings({
        stored,
        connection: connecting.edited,
        ...permissions,
        store: changePreferences,
        setReportLink: api.setReportLink,
        setLabel: api.setLabel,
        listCommands: async () => [],
        onPermissionsUpdated() {},
      });
      await settings.refresh();
      const agency = createAgencySettings({
        stored: storedAgency,
        policy: signal(undefined),
        store: changeAgency,
        canDraw: async () => true,
      });
      const saved: Blob[] = [];
      const firstSteps = { onSeeClients: vi.fn(), onReportPage: vi.fn() };
      const backup = createBackup({
        background: api,
        register,
        times,
        refreshOn: connecting.lastPress,
        readPreferences: readChoices,
        storePreferences: changePreferences,
        readAgency: agencyItem.read,
        restoreAgency: agency.restore,
        storeBackupTime,
        saveFile: (file) => saved.push(file),
        onRestoredConnection: ({ baseUrl }) => connecting.enterBaseUrl(baseUrl),
        newId: () => crypto.randomUUID(),
        now: () => new Date().toISOString(),
      });
      draw(
        <Options
          connecting={connecting}
          settings={settings}
          agency={agency}
          backup={backup}
          shortcutsAddress={null}
          onChangeShortcuts={() => {}}
          firstSteps={firstSteps}
          onCopyDiagnostics={async () => {}}
        />,
      );
      return { backup, saved, firstSteps };
    },
    /** Waits for a backoff, and until no request of a job is in flight. */
    untilBackoff: () =>
      waitUntil(async () => {
        const { backoff, batches, singles } = await opened.queue();
        expect(backoff).not.toBeNull();
        for (const { counts } of [...batches, ...singles]) expect(counts.sending).toBe(0);
      }),
    /** Requests an update of a report in the newest list, as another window does. */
    async update(reportId: string, update: StoredChange): Promise<void> {
      const subjects = [{ kind: 'update', report: await referenceOf(reportId), update }] as const;
      await api.createJob(connectionId, { id: `update ${reportId}`, subjects });
    },
    /** Requests the deletion of a report in the newest list, as another window does. */
    async remove(reportId: string): Promise<void> {
      const subjects = [{ kind: 'delete', report: await referenceOf(reportId) }] as const;
      await api.createJob(connectionId, { id: `delete ${reportId}`, subjects });
    },
    /** Requests a report of each page by a separate job. */
    async createAll(...urls: string[]): Promise<void> {
      for (const url of urls) {
        const subjects = [{ kind: 'create', url, privacy: 1 }] as const;
        await api.createJob(connectionId, { id: url, subjects });
      }
    },
  };
}
