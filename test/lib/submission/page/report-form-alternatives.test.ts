import { describe, expect, it } from 'vitest';
import { openForm, PAGE } from '../../../support/open-form';

const tracked = `${PAGE}?utm_source=mail#part`;
const canonical = 'https://host.example/';

describe('the other addresses that could be sent', () => {
  it('are none for an address that is plain', () => {
    expect(openForm().form.alternatives.value).toEqual([]);
  });

  it('are those of the address in the field, as it changes', () => {
    const { form } = openForm({ pageUrl: tracked });
    expect(form.alternatives.value).toEqual([
      { kind: 'withoutTracking', url: `${PAGE}#part` },
      { kind: 'withoutFragment', url: `${PAGE}?utm_source=mail` },
    ]);
    form.enterUrl(`${PAGE}#part`);
    expect(form.alternatives.value).toEqual([{ kind: 'withoutFragment', url: PAGE }]);
    form.enterUrl('no address');
    expect(form.alternatives.value).toEqual([]);
  });

  it('hold what the page itself names as its address, once that is known', () => {
    const { form } = openForm();
    form.offerCanonical(canonical);
    expect(form.alternatives.value).toEqual([{ kind: 'canonical', url: canonical }]);
    form.offerCanonical(null);
    expect(form.alternatives.value).toEqual([]);
  });

  it('hold nothing that is in the field already', () => {
    const { form } = openForm();
    form.offerCanonical(PAGE);
    expect(form.alternatives.value).toEqual([]);
  });

  it('are sent exactly as they were offered when one is taken', () => {
    const { form, create } = openForm({ pageUrl: tracked });
    form.offerCanonical(canonical);
    const taken = form.alternatives.value.find(({ kind }) => kind === 'canonical');
    form.enterUrl(taken?.url ?? '');
    expect(form.sentUrl.value).toBeNull();
    void form.submit();
    expect(create.mock.lastCall?.[1].url).toBe(canonical);
  });

  it('leave the form as it is until one is taken, and are not remembered', () => {
    const { form, draftsItem } = openForm({ pageUrl: tracked });
    form.offerCanonical(canonical);
    expect(form.url.value).toBe(tracked);
    expect(draftsItem.written).toEqual([]);
  });
});
