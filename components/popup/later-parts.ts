// What an ordinary popup does not show in its first frame: one chunk of its own.

export { ConnectFirst } from '@/components/connection/connect-first';
export { DeletionLines } from '@/components/deletions/deletion-lines';
export { ListCount } from '@/components/reports/list-count';
export { ListFailure } from '@/components/reports/list-failure';
export { Development } from '@/components/reports/rating-history';
export { SetAsideLine } from '@/components/set-aside-line';
export { formWords, pressCreate } from '@/components/submissions/form-messages';
export { PasswordField } from '@/components/submissions/password-field';
export { PressAlert } from '@/components/submissions/press-alert';
export { SubmissionLines } from '@/components/submissions/submission-lines';
export { UrlAlternatives } from '@/components/submissions/url-alternative-list';
export { openFromList, ReportPlace } from './report-place';
export { unkeptSentence } from './unkept-sentence';
