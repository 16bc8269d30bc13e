import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drawPopup } from '../../support/popup-view';
import { one, press, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const RISKY_URL = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

beforeEach(useEnglish);

describe('the form', () => {
  it('publishes an address with a secret after a press on Publish anyway', async () => {
    const { background } = await drawPopup();
    await type('URL', RISKY_URL);
    await press('Public', 'radio');
    await press('Create report');
    await one('button', 'Publish anyway');
    expect(background.createJob).not.toHaveBeenCalled();
    await press('Publish anyway');
    const subject = { kind: 'create', url: RISKY_URL, privacy: 0 };
    const job = expect.objectContaining({ subjects: [subject] });
    await vi.waitFor(() => expect(background.createJob).toHaveBeenCalledExactlyOnceWith('a', job));
  });

  it('focuses the field with a problem after a press on Create report', async () => {
    const { background } = await drawPopup();
    await type('URL', '');
    const button = await one('button', 'Create report');
    button.focus();
    button.click();
    const field = await one('textbox', 'URL');
    await waitUntil(() => expect(document.activeElement).toBe(field));
    expect(background.createJob).not.toHaveBeenCalled();
  });
});
