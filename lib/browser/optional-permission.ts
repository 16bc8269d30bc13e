/** What is asked for when it is first needed, beside hosts. */
export type OptionalPermission = 'notifications' | 'tabs';
