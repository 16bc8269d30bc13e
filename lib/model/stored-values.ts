import type { Account, Connection, RecentReports } from './connection';
import type { Drafts } from './drafts';
import type { PlainField } from './plain-field';
import type { Preferences } from './preferences';
import { isPrivacy } from './privacy';
import { isRating } from './rating';
import type { Report } from './report';

// Guards for what comes out of the browser's storage, which other versions and hands write too.

export function isConnection(raw: unknown): raw is Connection {
  return isRecord(raw) && isText(raw.id) && isText(raw.baseUrl);
}

export function isPreferences(raw: unknown): raw is Preferences {
  return isRecord(raw) && isPrivacy(raw.defaultPrivacy);
}

export function isRecentReports(raw: unknown): raw is RecentReports {
  return (
    isRecord(raw) &&
    isListOf(raw.reports, isReport) &&
    typeof raw.unreadable === 'number' &&
    (raw.total === null || typeof raw.total === 'number') &&
    isText(raw.readAt)
  );
}

export function isAccount(raw: unknown): raw is Account {
  return isRecord(raw) && isListOf(raw.fields, isPlainField);
}

export function isDrafts(raw: unknown): raw is Drafts {
  return isListOf(
    raw,
    (entry) =>
      isRecord(entry) && isText(entry.page) && isText(entry.url) && isPrivacy(entry.privacy),
  );
}

function isReport(raw: unknown): raw is Report {
  return (
    isRecord(raw) &&
    isText(raw.id) &&
    isTextOrNull(raw.url) &&
    (raw.result === null || isRating(raw.result)) &&
    (raw.privacy === null || isPrivacy(raw.privacy)) &&
    isTextOrNull(raw.generatedAt)
  );
}

function isPlainField(raw: unknown): raw is PlainField {
  return isRecord(raw) && isListOf(raw.path, isText) && isText(raw.text);
}

function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null;
}

function isText(raw: unknown): raw is string {
  return typeof raw === 'string';
}

function isTextOrNull(raw: unknown): raw is string | null {
  return raw === null || isText(raw);
}

function isListOf<T>(raw: unknown, isItem: (item: unknown) => item is T): raw is T[];
function isListOf(raw: unknown, isItem: (item: unknown) => boolean): boolean;
function isListOf(raw: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(raw) && raw.every(isItem);
}
