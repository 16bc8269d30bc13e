import { Browser } from '@puppeteer/browsers';
import type { BrowserKind } from './browser-kind';
import type { Machine } from './machine';
import { inApplications, inProgramFiles, onPath } from './places';

/** Firefox: the release or the one with extended support. */
export const firefox: BrowserKind = {
  names: 'Firefox',
  oldest: 142,
  variables: ['FIREFOX_PATH'],
  usualPlaces,
  // Puppeteer writes a profile into the folder for temporary files, and a snap has one of its own.
  worksAsSnap: false,
  debianPackage: 'firefox-esr',
  download: {
    name: 'Firefox',
    browser: Browser.FIREFOX,
    needs: 'xz-utils, libgtk-3-0t64 | libgtk-3-0, libasound2t64 | libasound2, libx11-xcb1',
  },
};

function usualPlaces(machine: Machine): string[] {
  switch (machine.platform) {
    case 'win32':
      return inProgramFiles(machine, 'Mozilla Firefox', 'firefox.exe');
    case 'darwin':
      return [...inApplications(machine, 'Firefox', 'firefox'), ...onPath(machine, 'firefox')];
    default:
      return onPath(machine, 'firefox', 'firefox-esr');
  }
}
