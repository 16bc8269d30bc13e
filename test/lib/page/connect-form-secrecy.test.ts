import { describe, expect, it } from 'vitest';
import { openFilledForm, openForm, STANDING } from './open-connect-form';

describe('the kept key', () => {
  it.each(['', '  '])(
    'serves when the field holds %j and the address is the same',
    async (text) => {
      const { form, grants, checks, connect } = openForm(STANDING);
      form.enterBaseUrl('https://HOST.example/s/api/v1');
      form.enterApiKey(text);
      void form.connect();
      grants.answer(0, true);
      await checks.asked(1);
      expect(connect).toHaveBeenCalledExactlyOnceWith({
        baseUrl: STANDING.baseUrl,
        apiKey: '',
        allowsUnencrypted: false,
      });
    },
  );

  it('does not serve for another address', async () => {
    const { form, requestPermission } = openForm(STANDING);
    form.enterBaseUrl('https://host.example');
    expect(form.hasStoredKey.value).toBe(false);
    await form.connect();
    expect(form.problems.value).toEqual({ apiKey: 'empty' });
    expect(requestPermission).not.toHaveBeenCalled();
  });

  it('serves as soon as the connection stands, and no longer', () => {
    const { form, connection } = openFilledForm();
    connection.value = STANDING;
    expect(form.hasStoredKey.value).toBe(true);
    connection.value = undefined;
    expect(form.hasStoredKey.value).toBe(false);
  });
});

describe('plain http', () => {
  it.each([
    ['http://host.example', true],
    ['http://192.168.1.4', true],
    ['http://localhost:3000', false],
    ['https://host.example', false],
    ['host.example', false],
  ])('at %s needs consent: %s', (baseUrl, needsConsent) => {
    const { form } = openForm();
    form.enterBaseUrl(baseUrl);
    expect(form.needsConsent.value).toBe(needsConsent);
  });

  it('is a problem until the person consents', async () => {
    const { form, requestPermission } = openForm();
    form.enterBaseUrl('http://host.example');
    form.enterApiKey('key');
    await form.connect();
    expect(form.problems.value).toEqual({ baseUrl: 'unencrypted' });
    expect(requestPermission).not.toHaveBeenCalled();

    form.allowUnencrypted(true);
    expect(form.problems.value).toEqual({});
    void form.connect();
    expect(requestPermission).toHaveBeenCalledExactlyOnceWith('http://host.example');
  });

  it('has consent for the host that it was given for, and for no other', async () => {
    const { form } = openForm({ id: 'a', baseUrl: 'http://nas.example' });
    form.enterApiKey('key');
    form.enterBaseUrl('http://nas.example/s');
    expect(form.allowsUnencrypted.value).toBe(true);
    form.enterBaseUrl('http://elsewhere.example');
    expect(form.allowsUnencrypted.value).toBe(false);
    await form.connect();
    expect(form.problems.value).toEqual({ baseUrl: 'unencrypted' });
    form.enterBaseUrl('http://nas.example');
    expect(form.allowsUnencrypted.value).toBe(true);
  });
});
