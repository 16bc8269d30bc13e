import { describe, expect, it } from 'vitest';
import { urlHint } from '@/components/tasks/url-hint';
import { useMessageKeys } from '../../support/message-keys';
import { openForm } from '../../support/open-form';

useMessageKeys();

describe('the line below an empty URL field', () => {
  it('says that the page in front cannot be reported', () => {
    expect(urlHint(openForm({ pageUrl: null }).form)).toBe('form_notReportable');
  });

  it('says nothing in a tab that is about no page, such as after its report was sent', () => {
    const { form } = openForm({ pageUrl: null, tabToken: 'token', isAboutPage: false });
    expect(urlHint(form)).toBeNull();
    form.enterUrl('host.example');
    expect(urlHint(form)).toBe('form_sentUrl');
  });
});
