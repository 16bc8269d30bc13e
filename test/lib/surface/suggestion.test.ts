import { describe, expect, it } from 'vitest';
import { descriptionOf } from '@/lib/browser/omnibox-line';
import { contentOf, matching } from '@/lib/surface/suggestion';
import { sampleReport } from '../../support/sample-report';

const hostile = 'https://a.example/?a=1&b=<url>"\'\u202e\u0000\n\ud800\uffff';

describe('the line of a suggestion', () => {
  it('is escaped where the browser reads markup', () => {
    const line = descriptionOf({ content: '', label: 'Good', address: hostile }, true);
    expect(line).toMatch(/^Good · <url>.*<\/url>$/);
    const inner = line.slice('Good · <url>'.length, -'</url>'.length);
    expect(inner).not.toMatch(/[<>"']|&(?!#\d+;)/);
  });

  it('is plain where it does not', () => {
    const line = descriptionOf({ content: '', label: 'Bad', address: 'https://a/?x&y' }, false);
    expect(line).toBe('Bad · https://a/?x&y');
  });

  it.each([true, false])('has nothing that turns, breaks or hides it: %s', (hasMarkup) => {
    const line = descriptionOf({ content: '', label: 'Good', address: hostile }, hasMarkup);
    expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\uffff]/u);
    expect(line.isWellFormed()).toBe(true);
  });

  it('is short however long the address', () => {
    const address = `https://a.example/${'x'.repeat(1_000_000)}`;
    const line = descriptionOf({ content: '', label: 'Good', address }, true);
    expect(line.length).toBeLessThan(300);
  });
});

describe('what stands in the address bar for a report', () => {
  it('tells two reports of a page apart', () => {
    const url = 'https://a.example/#part';
    const [one, other] = ['7', '8'].map((id) => contentOf(sampleReport(id, { url })));
    expect(one).not.toBe(other);
  });

  it('is one line', () => {
    expect(contentOf(sampleReport('7', { url: hostile }))).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  });

  it('of a report without an address is its id', () => {
    expect(contentOf(sampleReport('7', { url: null }))).toBe('#7');
  });
});

describe('what is known here', () => {
  it('is offered newest first, six at most', () => {
    const known = Array.from({ length: 12 }, (_, at) => sampleReport(`${at + 1}`));
    expect(matching(known, ' HOST ').map(({ id }) => id)).toEqual([
      '12',
      '11',
      '10',
      '9',
      '8',
      '7',
    ]);
    expect(matching(known, 'elsewhere')).toEqual([]);
    // A single character would go with nearly all of them.
    expect(matching(known, 'h')).toEqual([]);
  });
});
