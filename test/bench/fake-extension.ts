import { fakeBrowser } from 'wxt/testing/fake-browser';
import '../support/fake-storage-keys';

// Modules that use the browser's storage read this variable when they load.
Object.assign(globalThis, { chrome: fakeBrowser });
