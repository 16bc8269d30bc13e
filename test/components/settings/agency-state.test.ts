import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createAgencySettings } from '@/components/settings/agency-state';
import { type Agency, INITIAL_AGENCY } from '@/lib/settings/agency';
import type { Policy } from '@/lib/settings/policy';
import { SVG_LOGO, SVG_TEXT } from '../../support/logos';

interface Opening {
  stored?: Agency;
  policy?: Policy;
  canDraw?: boolean;
  canStore?: boolean;
}

function openAgency({ stored: first, policy, canDraw = true, canStore = true }: Opening = {}) {
  const stored = signal(first);
  const agency = createAgencySettings({
    stored,
    policy: signal(policy),
    async store(change) {
      if (!canStore) throw new Error('QUOTA_BYTES quota exceeded');
      stored.value = { ...INITIAL_AGENCY, ...stored.value, ...change };
    },
    canDraw: async () => canDraw,
  });
  return { agency, stored };
}

const OWN: Agency = { name: 'Voss Search Studio', color: '#0b6b6a', logo: SVG_LOGO };
const SVG_FILE = new Blob([SVG_TEXT]);

describe('the agency of the options page', () => {
  it('stores name, colour and logo', async () => {
    const { agency, stored } = openAgency();
    expect(agency.agency.value).toEqual(INITIAL_AGENCY);
    await agency.changeName(' Voss Search Studio ');
    await agency.changeColor('#0b6b6a');
    await agency.chooseLogo(SVG_FILE);
    expect(stored.value).toEqual(OWN);
    expect([agency.isNameSaved.value, agency.logoProblem.value]).toEqual([true, null]);
    await agency.removeLogo();
    expect(stored.value).toEqual({ ...OWN, logo: null });
  });

  it.each([
    ['larger than 200 kB', new Blob([SVG_TEXT, ' '.repeat(200_000)]), true, 'tooLarge'],
    ['of another type', new Blob(['GIF89a'], { type: 'image/png' }), true, 'otherType'],
    ['that the browser cannot draw', SVG_FILE, false, 'damaged'],
  ] as const)('keeps the logo after the choice of a file %s', async (_, file, canDraw, problem) => {
    const { agency, stored } = openAgency({ stored: OWN, canDraw });
    await agency.chooseLogo(file);
    expect([agency.logoProblem.value, stored.value]).toEqual([problem, OWN]);
    await agency.removeLogo();
    expect(agency.logoProblem.value).toBeNull();
  });

  it('names the fields whose change could not be stored', async () => {
    const { agency } = openAgency({ canStore: false });
    await agency.changeName('Voss');
    await agency.changeColor('#0b6b6a');
    expect([agency.unstored.value, agency.isNameSaved.value]).toEqual([['name', 'color'], false]);
  });

  it('has the values of a policy, and names them', () => {
    const { agency } = openAgency({ stored: OWN, policy: { agencyName: 'Office' } });
    expect(agency.agency.value).toEqual({ ...OWN, name: 'Office' });
    expect(agency.managed.value).toEqual(['name']);
  });
});

describe('restore()', () => {
  it('stores the agency of a backup', async () => {
    const { agency, stored } = openAgency();
    await agency.restore(OWN);
    expect(stored.value).toEqual(OWN);
    await agency.restore({ ...OWN, logo: null });
    expect(stored.value).toEqual({ ...OWN, logo: null });
  });

  it.each([
    ['is an address', 'https://logo.example/logo.svg', true],
    ['has another type', SVG_LOGO.replace('svg+xml', 'png'), true],
    ['cannot be drawn', SVG_LOGO, false],
  ])('keeps the present logo if the logo of the backup %s', async (_, logo, canDraw) => {
    const present = 'data:image/png;base64,iVBORw0KGgo=';
    const { agency, stored } = openAgency({ stored: { ...OWN, logo: present }, canDraw });
    await agency.restore({ ...OWN, name: 'Other', logo });
    expect(stored.value).toEqual({ ...OWN, name: 'Other', logo: present });
  });

  it('rejects if the agency cannot be stored', async () => {
    const { agency } = openAgency({ canStore: false });
    await expect(agency.restore(OWN)).rejects.toThrow('QUOTA_BYTES');
  });
});
