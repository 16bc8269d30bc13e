import { beforeEach, expect, it, vi } from 'vitest';
import { announceCopy } from '@/components/text/messages/copy-message';
import { useMessageKeys } from '../../../support/message-keys';

beforeEach(() => useMessageKeys());

it.each([
  ['allows', () => Promise.resolve(), ['URL copied']],
  ['does not allow', () => Promise.reject(new Error('Not allowed')), ['form_copyFailed', true]],
])('copying that the browser %s is announced as what it is', async (_, copy, announced) => {
  const announce = vi.fn();
  await announceCopy(copy(), 'URL copied', announce);
  expect(announce.mock.calls).toEqual([announced]);
});
