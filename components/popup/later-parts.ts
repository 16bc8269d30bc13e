// What an ordinary popup does not show in its first frame: one chunk of its own.

export { SetAsideLine } from '@/components/set-aside-line';
export { ConnectFirst } from './connect-first';
export { DeletionLines } from './deletion-lines';
export { Development } from './development';
export { formWords, pressCreate } from './form-words';
export { ListCount } from './list-count';
export { ListFailure } from './list-failure';
export { PasswordField } from './password-field';
export { PressAlert } from './press-alert';
export { openFromList, ReportPlace } from './report-place';
export { SubmissionLines } from './submission-lines';
export { unkeptSentence } from './unkept-sentence';
export { UrlAlternatives } from './url-alternatives';
