import { describe, expect, it } from 'vitest';
import { formOf, labelOf, type ValueForm } from '@/lib/report/content/value-form';
import type { ExtraValue } from '@/lib/report/extra-fields';

describe('a value', () => {
  it.each<[string, ExtraValue, ValueForm]>([
    ['title', 'Harbour', { kind: 'text', text: 'Harbour' }],
    ['title', ' ', { kind: 'empty' }],
    ['title', null, { kind: 'empty' }],
    ['tags', [], { kind: 'empty' }],
    ['limits', { fields: [] }, { kind: 'empty' }],
    ['is_indexable', true, { kind: 'boolean', value: true }],
    ['http_status', 200, { kind: 'text', text: '200' }],
    ['score', 86, { kind: 'score', value: 86 }],
    ['performanceScore', '0.86', { kind: 'score', value: 0.86 }],
    ['scores', 3, { kind: 'text', text: '3' }],
    ['score', 'A', { kind: 'text', text: 'A' }],
    ['load_time_ms', 3400, { kind: 'duration', seconds: 3.4 }],
    ['load_time_seconds', '0.482', { kind: 'duration', seconds: 0.482 }],
    ['loadTimeMs', 12, { kind: 'duration', seconds: 0.012 }],
    ['load_time_ms', -1, { kind: 'text', text: '-1' }],
    ['load_time_ms', 'fast', { kind: 'text', text: 'fast' }],
    ['items', 12, { kind: 'text', text: '12' }],
    ['html_bytes', 18_204, { kind: 'size', bytes: 18_204 }],
    ['size_kb', 2, { kind: 'size', bytes: 2000 }],
    ['weight_mb', 3.2, { kind: 'size', bytes: 3_200_000 }],
    ['share_percent', 12.5, { kind: 'percentage', value: 12.5 }],
    ['Load time (ms)', 3400, { kind: 'duration', seconds: 3.4 }],
    ['Images over 100 KB', 3, { kind: 'text', text: '3' }],
    ['requests_per_sec', 12, { kind: 'text', text: '12' }],
    ['created_at', 1_790_000_000, { kind: 'moment', iso: '2026-09-21T14:13:20.000Z' }],
    ['timestamp', 1_790_000_000_000, { kind: 'moment', iso: '2026-09-21T14:13:20.000Z' }],
    ['created_at', 12, { kind: 'text', text: '12' }],
    ['flat', 1_790_000_000, { kind: 'text', text: '1790000000' }],
    ['day', '2026-10-06', { kind: 'day', iso: '2026-10-06' }],
    ['day', '2026-02-30', { kind: 'text', text: '2026-02-30' }],
    ['when', '2026-10-06T09:41:00+02:00', { kind: 'moment', iso: '2026-10-06T07:41:00.000Z' }],
    ['when', '2026-10-06 09:41:00', { kind: 'moment', iso: '2026-10-06T09:41:00.000Z' }],
    ['when', '2026-13-06 09:41:00', { kind: 'text', text: '2026-13-06 09:41:00' }],
    ['when', '2026-10', { kind: 'text', text: '2026-10' }],
    ['page', 'https://a.example/?<x>', { kind: 'address', url: 'https://a.example/?<x>' }],
    ['page', 'HTTP://a.example', { kind: 'address', url: 'HTTP://a.example' }],
    ['page', 'https://a@b.example/', { kind: 'text', text: 'https://a@b.example/' }],
    ['page', 'https://a b', { kind: 'text', text: 'https://a b' }],
    ['page', 'https:/a.example', { kind: 'text', text: 'https:/a.example' }],
    ['page', 'javascript:alert(1)', { kind: 'text', text: 'javascript:alert(1)' }],
    ['constructor', 1, { kind: 'text', text: '1' }],
  ])('named %s that is %j has its form', (name, value, form) => {
    expect(formOf(name, value)).toEqual(form);
  });

  it.each<[string, ExtraValue, string]>([
    ['load_time_ms', 3400, 'Load time'],
    ['load_time_ms', 'fast', 'Load time ms'],
    ['bytes', 12, 'Bytes'],
    ['html_bytes', 12, 'HTML'],
    ['Load time (ms)', 3400, 'Load time'],
    ['Page Weight (KB)', 12, 'Page Weight'],
    ['Images over 100 KB', 3, 'Images over 100 KB'],
    ['größe_bytes', 12, 'größe_bytes'],
    ['requests_per_sec', 12, 'Requests per sec'],
    ['created_at', '2026-10-06', 'Created at'],
  ])(
    'named %s that is %j is labelled without a unit that it is shown with',
    (name, value, label) => {
      expect(labelOf(name, value)).toBe(label);
    },
  );
});
