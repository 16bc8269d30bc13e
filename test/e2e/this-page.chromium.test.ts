import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole, fill, namesOf, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import { openPopup, requestsBy, service, stage, useService } from './fixture';
import {
  choose,
  create,
  expand,
  fieldText,
  mainText,
  untilAlert,
  untilSaid,
} from './popup-reading';
import { connectAtOnce } from './scene';

useService({ connects: false });

describe('this page', () => {
  it('is known at once, whatever hides it, and asks nobody', async () => {
    const url = service.samplePages.good;
    service.add({
      url: `${url}/?b=2&a=1`,
      result: 'bad',
      generated_at: '2026-01-05T10:00:00.000Z',
    });
    service.add({
      url: `${url}?a=1&b=2`,
      result: 'good',
      generated_at: '2026-03-05T10:00:00.000Z',
    });
    await connectAtOnce(stage, service);
    service.behave({ fail: failures.silence });
    const popup = await openPopup(`${url}?b=2&utm_source=mail&a=1&fbclid=x#section`);
    await popup.locator(byRole('region', 'This page')).wait();
    expect(await mainText(popup)).toMatch(/GoodReported Mar 5Private/);
    expect((await namesOf(popup, 'image')).join()).toMatch(
      /2 ratings, oldest first: Bad \(Jan 5, 2026\), Good \(Mar 5, 2026\)/,
    );
    await popup.locator(`${byRole('region', 'This page')} button`).click();
    await popup.locator(byRole('heading', `${url}?a=1&b=2`)).wait();
  });

  it('says nothing of a page that was never reported', async () => {
    service.add({ url: 'https://elsewhere.example/' });
    await connectAtOnce(stage, service);
    const popup = await openPopup();
    await popup.locator(byRole('button', 'Create report')).wait();
    expect(await mainText(popup)).not.toContain('Reported');
    await create(popup);
    await untilSaid(popup, 'Reported');
  });
});

describe('the address to send', () => {
  it('is offered without tracking, without its fragment, and as the page names it', async () => {
    await connectAtOnce(stage, service);
    const url = service.samplePages.good;
    const popup = await openPopup(`${url}?utm_source=mail&a=1#part`);
    await expand(popup, 'Other addresses');
    await popup.locator(byRole('button', 'Canonical URL')).wait();
    await press(popup, 'Without tracking');
    expect(await fieldText(popup, 'URL')).toBe(`${url}?a=1#part`);
    await expand(popup, 'Other addresses');
    await press(popup, 'Without #…');
    expect(await fieldText(popup, 'URL')).toBe(`${url}?a=1`);
    await expand(popup, 'Other addresses');
    await press(popup, 'Canonical URL');
    expect(await fieldText(popup, 'URL')).toBe(url);
    await expand(popup, 'Other addresses');
    await press(popup, 'This page');
    expect(await fieldText(popup, 'URL')).toBe(`${url}?utm_source=mail&a=1#part`);
    await expand(popup, 'Other addresses');
    await press(popup, 'Without #…');
    await create(popup);
    expect(service.reports()[0]?.url).toBe(`${url}?utm_source=mail&a=1`);
  });
});

describe('publishing', () => {
  it('takes a press of its own where the address holds a secret, and another for another address', async () => {
    await connectAtOnce(stage, service);
    const popup = await openPopup();
    await fill(popup, 'URL', 'https://shop.example/?session=8f14e45fceea167a5a36dedd4bea2543');
    await choose(popup, 'Public');
    await press(popup, 'Create report');
    expect(await untilAlert(popup)).toContain('a sign-in token');
    const url = 'http://192.168.1.20/admin';
    await fill(popup, 'URL', url);
    await press(popup, 'Create report');
    expect(await untilAlert(popup)).toContain('the service may not reach it');
    await press(popup, 'Create report');
    expect(requestsBy('POST')).toEqual([]);
    await press(popup, 'Publish anyway');
    await until('it is created', () => service.reports()[0]?.url === url);
    expect(requestsBy('POST')).toHaveLength(1);
  });
});
