import {
  isAccount,
  isConnection,
  isDrafts,
  isPreferences,
  isRecentReports,
} from '@/lib/model/stored-values';
import { storedItem } from './storage';

/** The connection in use. */
export const connectionItem = storedItem('local', 'connection', isConnection);

/** What a person has chosen for this browser. */
export const preferencesItem = storedItem('local', 'preferences', isPreferences);

/** Half-filled forms; in memory, since they hold addresses that were never sent. */
export const draftsItem = storedItem('session', 'drafts', isDrafts);

/** The newest reports of a connection. */
export const recentReportsItem = (connectionId: string) =>
  storedItem('local', `connection/${connectionId}/recent-reports`, isRecentReports);

/** The account that a connection's key belongs to. */
export const accountItem = (connectionId: string) =>
  storedItem('local', `connection/${connectionId}/account`, isAccount);

/** A connection's API key: for the background alone. */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', `connection/${connectionId}/api-key`, (raw) => typeof raw === 'string');
