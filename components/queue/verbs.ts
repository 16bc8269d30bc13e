/** What a person can press on a line, each with the message of its button. */
export const VERB_LABELS = {
  undo: 'list.undo',
  /** Shows a copied text. */
  view: 'copied.view',
  cancel: 'operation.cancel',
  discard: 'operation.discard',
  sendAgain: 'operation.retry',
  /** Shown as a field for the lost password, with *Send* and *Discard*. */
  send: 'operation.send',
  edit: 'operation.edit',
  /** Shows the report or the batch in the extension. */
  open: 'operation.open',
  /** `openReport` and `copyLink` use the report's address on the service. */
  openReport: 'report.openReport',
  copyLink: 'report.copyLink',
  dismiss: 'list.dismiss',
  pause: 'batch.pause',
  resume: 'batch.resume',
  retryFailed: 'batch.retryFailed',
  allowAccess: 'queue.allowAccess',
  replaceKey: 'queue.replaceKey',
  retryNow: 'queue.retryNow',
} as const;

export type Verb = keyof typeof VERB_LABELS;

/** The verbs that need a report. */
export const REPORT_VERBS: readonly Verb[] = ['open', 'openReport', 'copyLink'];
