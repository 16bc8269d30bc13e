import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { PressMessage } from '@/components/submissions/press-message';
import { openList } from '../../support/open-list';
import { storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

// A message's key stands for the message.
fakeBrowser.i18n.getMessage = (key: string) => key;

it('the link to a report that was created is offered with the privacy that it has by now', () => {
  const report = sampleReport('3');
  const { list, stored, deletions } = openList();
  const submission = signal({ state: 'created', url: report.url, report });
  const popup = {
    list,
    notice: signal(null),
    deletions: { pending: deletions },
    form: { submission },
  };
  const nothing = () => {};
  const offered = () => {
    const connected = popup as unknown as ConnectedPopup;
    const actions = { onOpenSettings: nothing, onOpenPage: nothing, onCopy: async () => {} };
    const drawn = PressMessage({ connected, ...actions }) as VNode<{ children: VNode<object>[] }>;
    return drawn.props.children.map((part) => part && 'report' in part.props && part.props.report);
  };
  expect(offered()).toContainEqual(report);
  const published = sampleReport('3', { privacy: 0 });
  stored.value = [{ ...storedList(), reports: [published] }];
  expect(offered()).toContainEqual(published);
});
