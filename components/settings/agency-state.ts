import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Agency, agencyWithPolicy, INITIAL_AGENCY } from '@/lib/settings/agency';
import {
  isLogo,
  type LogoProblem,
  MAX_AGENCY_NAME,
  MAX_LOGO_BYTES,
  readLogo,
} from '@/lib/settings/agency-values';
import type { Policy } from '@/lib/settings/policy';

interface AgencyTools {
  /** The person's choices; undefined until the first choice. */
  stored: ReadonlySignal<Agency | undefined>;
  policy: ReadonlySignal<Policy | undefined>;
  store(change: Partial<Agency>): Promise<void>;
  /** Whether the browser can draw the image of a data URL. */
  canDraw(dataUrl: string): Promise<boolean>;
}

/** The state of the region *Client sheet*. */
export interface AgencySettings {
  /** The agency with the policy applied. */
  agency: ReadonlySignal<Agency>;
  /** The fields that an administrator has set. */
  managed: ReadonlySignal<readonly (keyof Agency)[]>;
  /** Why the file that a person has chosen cannot be the logo; null otherwise. */
  logoProblem: ReadonlySignal<LogoProblem | null>;
  /** The fields whose last change could not be stored. */
  unstored: ReadonlySignal<readonly (keyof Agency)[]>;
  /** Whether the last change of the name is stored. */
  isNameSaved: ReadonlySignal<boolean>;
  changeName(text: string): Promise<void>;
  changeColor(color: string): Promise<void>;
  chooseLogo(file: Blob): Promise<void>;
  removeLogo(): Promise<void>;
  /** The logo that *Undo* brings back; null if no logo was removed. */
  removedLogo: ReadonlySignal<string | null>;
  undoRemoval(): Promise<void>;
  /** Stores the agency of a backup. Keeps the present logo if the restored one is invalid. */
  restore(restored: Agency): Promise<void>;
}

export function createAgencySettings(tools: AgencyTools): AgencySettings {
  const { stored, policy, store, canDraw } = tools;
  const logoProblem = signal<LogoProblem | null>(null);
  const removedLogo = signal<string | null>(null);
  const unstored = signal<readonly (keyof Agency)[]>([]);
  const isNameSaved = signal(false);

  async function change(changed: Partial<Agency>): Promise<boolean> {
    const isStored = await store(changed).then(
      () => true,
      () => false,
    );
    const names = Object.keys(changed) as (keyof Agency)[];
    const others = unstored.value.filter((name) => !names.includes(name));
    unstored.value = isStored ? others : [...others, ...names];
    return isStored;
  }

  return {
    agency: computed(() => agencyWithPolicy(stored.value, policy.value)),
    managed: computed(() => {
      const { agencyName, agencyColor, agencyLogo } = policy.value ?? {};
      const byField = { name: agencyName, color: agencyColor, logo: agencyLogo };
      const fields = Object.keys(byField) as (keyof Agency)[];
      return fields.filter((field) => byField[field] !== undefined);
    }),
    logoProblem,
    unstored,
    isNameSaved,
    async changeName(text) {
      isNameSaved.value = false;
      isNameSaved.value = await change({ name: text.trim().slice(0, MAX_AGENCY_NAME) });
    },
    async changeColor(color) {
      await change({ color });
    },
    async chooseLogo(file) {
      const read = await readLogoFile(file);
      if ('problem' in read) logoProblem.value = read.problem;
      else if (!(await canDraw(read.value))) logoProblem.value = 'damaged';
      else {
        logoProblem.value = null;
        removedLogo.value = null;
        await change({ logo: read.value });
      }
    },
    async removeLogo() {
      // Before the change, so that the button *Undo* replaces *Remove logo* at once.
      removedLogo.value = stored.value?.logo ?? null;
      logoProblem.value = null;
      await change({ logo: null });
    },
    removedLogo,
    async undoRemoval() {
      await change({ logo: removedLogo.value });
    },
    async restore({ name, color, logo }) {
      const isValid = logo === null || (isLogo(logo) && (await canDraw(logo)));
      const present = stored.value ?? INITIAL_AGENCY;
      await store({
        name: name.slice(0, MAX_AGENCY_NAME),
        color,
        logo: isValid ? logo : present.logo,
      });
    },
  };
}

/** Reads a file up to the size that a logo can have. */
async function readLogoFile(file: Blob): Promise<ReturnType<typeof readLogo>> {
  const tooLong = MAX_LOGO_BYTES + 1;
  try {
    return readLogo(new Uint8Array(await file.slice(0, tooLong).arrayBuffer()));
  } catch {
    // The browser cannot read the file.
    return { problem: 'damaged' };
  }
}
