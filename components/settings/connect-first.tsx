import { i18n } from '#i18n';
import { Icon } from '@/components/ui/icon';
import { Privacy } from '@/lib/report/privacy';

/** What to know before connecting, each with its picture. */
const LINES = [
  { text: 'need', outline: 'M4 16a4 4 0 1 0 8 0 4 4 0 1 0-8 0M11 13l9-9m-4 4l3 3' },
  { text: 'private', outline: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3' },
  { text: 'nothingSent', outline: 'M12 3l7 3v5c0 4.5-2.8 8-7 10-4.2-2-7-5.5-7-10V6zM9 12l2 2 4-4' },
] as const;

interface ConnectFirstProps {
  /** The privacy that new reports begin with, which a person may have changed before. */
  defaultPrivacy: Privacy;
  onConnect: () => void;
}

/** What the popup shows where no service is connected: what is needed, and the way to connect. */
export function ConnectFirst({ defaultPrivacy, onConnect }: ConnectFirstProps) {
  const lines = LINES.filter(
    ({ text }) => text !== 'private' || defaultPrivacy === Privacy.Private,
  );
  return (
    <main class="connect-first">
      <h2>{i18n.t('firstRun.title')}</h2>
      <ul>
        {lines.map(({ text, outline }) => (
          <li key={text}>
            <Icon outline={outline} />
            <span>{i18n.t(`firstRun.${text}`)}</span>
          </li>
        ))}
      </ul>
      <button type="button" class="primary" onClick={onConnect}>
        {i18n.t('popup.connect')}
      </button>
    </main>
  );
}
