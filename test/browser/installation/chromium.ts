import { Browser } from '@puppeteer/browsers';
import type { BrowserKind } from './browser-kind';
import type { Machine } from './machine';
import { inApplications, inProgramFiles, onPath } from './places';

/** Chromium, and what is built from it. */
export const chromium: BrowserKind = {
  names: 'Chromium, Chrome or Edge',
  oldest: 126,
  variables: ['CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH'],
  usualPlaces,
  worksAsSnap: true,
  debianPackage: 'chromium',
  download: { name: 'Chrome for Testing', browser: Browser.CHROME },
};

function usualPlaces(machine: Machine): string[] {
  const chrome = machine.systemChrome();
  const knownChrome = chrome === undefined ? [] : [chrome];
  switch (machine.platform) {
    case 'win32':
      return [
        ...inProgramFiles(machine, 'Chromium', 'Application', 'chrome.exe'),
        ...knownChrome,
        ...inProgramFiles(machine, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ];
    case 'darwin':
      return [
        ...inApplications(machine, 'Chromium'),
        ...onPath(machine, 'chromium'),
        ...knownChrome,
        ...inApplications(machine, 'Google Chrome'),
        ...inApplications(machine, 'Microsoft Edge'),
      ];
    default:
      return [
        ...onPath(machine, 'chromium', 'chromium-browser'),
        ...knownChrome,
        ...onPath(machine, 'google-chrome-stable', 'google-chrome'),
        ...onPath(machine, 'microsoft-edge-stable', 'microsoft-edge'),
      ];
  }
}
