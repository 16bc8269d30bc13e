import { i18n } from '#i18n';
import { useNoticeLine } from '@/components/app/notice-line';
import { useBatch } from '@/components/batch/batch-model';
import { ROW_REASONS, type RowReason } from '@/components/batch/preview/preview-rows';
import { usePage } from '@/components/page/page-context';
import { counted, countText } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { PasswordField } from '@/components/ui/fields/password-field';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { SelectField } from '@/components/ui/fields/select-field';
import { focusField, TextField } from '@/components/ui/fields/text-field';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { riskyMessage } from '@/components/ui/risky-addresses';
import { Privacy } from '@/lib/report/privacy';
import { PreviewTable } from './preview-table';

const PASSWORD_FIELD = 'batch-new-password';

/** The preview: the rows, their filters, and the form that creates the batch. */
export function PreviewSection() {
  const { preview } = useBatch();
  const rows = preview.preview.value?.rows;
  const progress = preview.progress.value;
  return (
    <>
      <StatusLine isUnseen={progress === null}>
        {progress !== null
          ? i18n.t('bulk.preparing', [countText(progress)])
          : rows && counted('bulk.found', rows.length)}
      </StatusLine>
      <TableChoice />
      {rows && (
        <section class="preview stack" aria-labelledby="preview-heading">
          <h2 id="preview-heading" class="unseen" tabIndex={-1}>
            {i18n.t('bulk.preview')}
          </h2>
          {preview.isCut.value && (
            <p class="problem">{i18n.t('bulk.isCut', [countText(preview.most)])}</p>
          )}
          {preview.hasAddresses.value && <Press />}
          <OfPlan />
          <ComparedWith />
          <TrackingSwitch />
          <Filters />
          <PreviewTable />
        </section>
      )}
    </>
  );
}

/** The choice of a table's column, and the site of paths. Both stay during a new preview. */
function TableChoice() {
  const { source, preview } = useBatch();
  const table = source.table.value;
  const site = preview.site.value;
  if (table === null && !preview.hasPaths.value) return null;
  return (
    <div class="table-choice cluster">
      {table && (
        <SelectField
          label={i18n.t('bulk.column')}
          value={table.chosen}
          options={table.columns.map(({ head, count }) => ({
            value: head,
            label: `${head} (${countText(count)})`,
          }))}
          onChoose={(head) => void source.chooseColumn(head)}
        />
      )}
      {preview.hasPaths.value && (
        <TextField
          id="site"
          label={i18n.t('bulk.site')}
          value={site}
          onEnter={(text) => void preview.enterSite(text)}
          problem={preview.isSiteWrong.value ? i18n.t('bulk.notASite') : null}
          hint={i18n.t(site.trim() === '' ? 'bulk.whichSite' : 'bulk.siteHint')}
        />
      )}
    </div>
  );
}

/** The privacy of the reports, and the button that creates the batch. */
function Press() {
  const { preview } = useBatch();
  const { actions } = usePage();
  const copied = useNoticeLine();
  const privacy = preview.privacy.value;
  const { urls, risky } = preview.selection.value;
  const count = urls.length;
  const isPublic = privacy === Privacy.Public;
  const failure = preview.failure.value;
  return (
    <form
      class="create-batch stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void preview.create();
        if (preview.isPasswordMissing.value) focusField(PASSWORD_FIELD);
      }}
    >
      <PrivacyChoice
        name="privacy"
        label={i18n.t('privacy.label')}
        value={privacy}
        onChoose={preview.choosePrivacy}
        passwordFieldId={PASSWORD_FIELD}
      />
      {privacy === Privacy.Password && (
        <PasswordField
          id={PASSWORD_FIELD}
          value={preview.password.value}
          problem={preview.isPasswordMissing.value ? i18n.t('problem.passwordEmpty') : null}
          announcesProblem
          onEnter={preview.enterPassword}
          onCopy={actions.onCopy}
          copied={i18n.t('form.passwordCopied')}
          onCopied={copied.announce}
        />
      )}
      {copied.line}
      <AlertLine>{risky.length > 0 && riskyMessage(risky)}</AlertLine>
      <AlertLine>{failure && failureMessage(failure)}</AlertLine>
      <div class="cluster">
        <button
          type="submit"
          class={risky.length > 0 ? 'warning' : 'primary'}
          aria-disabled={count === 0 || preview.isSending.value}
        >
          {counted(isPublic ? 'bulk.publish' : 'bulk.create', count)}
        </button>
      </div>
    </form>
  );
}

/** How many of the plan's monthly reports the batch uses. Nothing if the plan is unknown. */
function OfPlan() {
  const { monthly, preview } = useBatch();
  const { length } = preview.selection.value.urls;
  if (monthly.value === null || length === 0) return null;
  return <p class="quiet">{counted('bulk.ofPlan', monthly.value, countText(length))}</p>;
}

/** How many of all reports the rows are compared with. Nothing if with all. */
function ComparedWith() {
  const compared = useBatch().comparedWith.value;
  if (compared === null) return null;
  const { read, total } = compared;
  return <p class="quiet">{i18n.t('bulk.comparedWith', [countText(read), countText(total)])}</p>;
}

/** The switch that removes tracking parameters. */
function TrackingSwitch() {
  const { preview } = useBatch();
  const count = preview.trackedCount.value;
  const isOn = preview.cutsTracking.value;
  if (count === 0) return null;
  return (
    <label class="tracking beside">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => preview.cutTracking(event.currentTarget.checked)}
      />
      {i18n.t('bulk.withoutTracking', [countText(count)])}
    </label>
  );
}

/** Filters by reason, with the number of rows, and by text. */
function Filters() {
  const { preview } = useBatch();
  const { rows, counts } = preview.preview.value ?? { rows: [], counts: null };
  // The tracking switch may remove the last row with the chosen reason.
  const isOffered = (reason: RowReason) =>
    (counts?.[reason] ?? 0) > 0 || preview.reason.value === reason;
  const reasons = [null, ...ROW_REASONS.filter(isOffered)];
  return (
    <div class="find-rows cluster spread">
      <ul class="chips cluster tight" aria-label={i18n.t('bulk.state')}>
        {reasons.map((reason) => (
          <li key={reason}>
            <button
              type="button"
              class="chip"
              aria-pressed={preview.reason.value === reason}
              onClick={() => preview.chooseReason(reason)}
            >
              {i18n.t(reason === null ? 'bulk.all' : `bulk.reason.${reason}`)}{' '}
              {countText(reason === null ? rows.length : (counts?.[reason] ?? 0))}
            </button>
          </li>
        ))}
      </ul>
      <input
        type="search"
        aria-label={i18n.t('bulk.filter')}
        placeholder={i18n.t('bulk.filter')}
        spellcheck={false}
        autocomplete="off"
        value={preview.filter.value}
        onInput={(event) => preview.enterFilter(event.currentTarget.value)}
      />
    </div>
  );
}
