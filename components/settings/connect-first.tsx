import { i18n } from '#i18n';
import { Icon } from '@/components/ui/icon';
import { Privacy } from '@/lib/report/privacy';

/** The facts that a person should know before connecting, each with its icon. */
const LINES = [
  { text: 'need', icon: 'key' },
  { text: 'private', icon: 'lock' },
  { text: 'nothingSent', icon: 'shield' },
] as const;

interface ConnectFirstProps {
  /** The privacy of new reports, which a person may have changed before connecting. */
  defaultPrivacy: Privacy;
  onConnect: () => void;
}

/** The popup without a connection: what a person needs, and the button that connects a service. */
export function ConnectFirst({ defaultPrivacy, onConnect }: ConnectFirstProps) {
  const lines = LINES.filter(
    ({ text }) => text !== 'private' || defaultPrivacy === Privacy.Private,
  );
  return (
    <main class="connect-first">
      <h2 class="large">{i18n.t('firstRun.title')}</h2>
      <ul>
        {lines.map(({ text, icon }) => (
          <li key={text} class="beside">
            <Icon name={icon} />
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
