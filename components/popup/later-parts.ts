// What an ordinary popup does not show at first: one chunk of its own.

export { DeletionLines } from './deletion-lines';
export { ListFailure } from './list-failure';
export { PasswordField } from './password-field';
export { PressAlert } from './press-alert';
export { ReportView } from './report-view';
export { SubmissionLines } from './submission-lines';
