import { i18n } from '#i18n';
import { useNoticeLine } from '@/components/app/notice-line';
import { useBatch } from '@/components/batch/batch-model';
import { ROW_REASONS, type RowReason } from '@/components/batch/preview/preview-rows';
import { usePage } from '@/components/page/page-context';
import { isolated, shortened } from '@/components/text/isolation';
import { counted, countText } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { PasswordField } from '@/components/ui/fields/password-field';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { SearchField } from '@/components/ui/fields/search-field';
import { SelectField } from '@/components/ui/fields/select-field';
import { focusField, TextField } from '@/components/ui/fields/text-field';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { riskyMessage } from '@/components/ui/risky-addresses';
import { Privacy } from '@/lib/report/privacy';
import { PreviewTable } from './preview-table';

const PASSWORD_FIELD = 'batch-new-password';

/** The preview: its source, the rows, their filters, and the form that creates the batch. */
export function PreviewSection() {
  const { preview } = useBatch();
  const { total } = preview.view.value;
  const progress = preview.progress.value;
  return (
    <>
      <StatusLine isVisuallyHidden={progress === null}>
        {progress !== null
          ? i18n.t('manyPages.preparing', [countText(progress)])
          : total > 0 && counted('manyPages.found', total)}
      </StatusLine>
      <TableChoice />
      {total > 0 && (
        <section class="preview border-above stack" aria-labelledby="preview-heading">
          <h2 id="preview-heading" class="visually-hidden" tabIndex={-1}>
            {i18n.t('manyPages.preview')}
          </h2>
          <Origin />
          {preview.isCut.value && (
            <p class="problem">{i18n.t('manyPages.isCut', [countText(preview.maxRows)])}</p>
          )}
          {preview.hasAddresses.value && <CreateBatchForm />}
          <Notes />
          <TrackingSwitch />
          <Filters />
          <PreviewTable />
        </section>
      )}
    </>
  );
}

/** The name of the read file, and the number of its rows. */
function Origin() {
  const { source, preview } = useBatch();
  const [name, ...others] = source.fileNames.value;
  if (name === undefined) return null;
  const { total } = preview.view.value;
  const isolatedName = isolated(shortened(name));
  const file =
    others.length === 0
      ? isolatedName
      : counted('manyPages.moreFiles', others.length, isolatedName);
  return (
    <p class="strong">
      <Message text={`${file} · ${counted('manyPages.found', total)}`} />
    </p>
  );
}

/** The choice of a table's column, and the site of paths. Both stay visible during a new preview. */
function TableChoice() {
  const { source, preview } = useBatch();
  const table = source.table.value;
  const site = preview.site.value;
  if (table === null && !preview.hasPaths.value) return null;
  return (
    <div class="table-choice cluster">
      {table && (
        <SelectField
          label={i18n.t('manyPages.column')}
          value={table.chosen}
          options={table.columns.map(({ header, count }) => ({
            value: header,
            label: `${header} (${countText(count)})`,
          }))}
          onChoose={(header) => void source.chooseColumn(header)}
        />
      )}
      {preview.hasPaths.value && (
        <TextField
          id="site"
          label={i18n.t('manyPages.site')}
          value={site}
          onEnter={(text) => void preview.enterSite(text)}
          problem={preview.isSiteWrong.value ? i18n.t('manyPages.notASite') : null}
          announcesProblem={preview.isSiteRequired.value}
          hint={i18n.t(site.trim() === '' ? 'manyPages.whichSite' : 'manyPages.siteHint')}
        />
      )}
    </div>
  );
}

/** The privacy of the reports, and the button that creates the batch. */
function CreateBatchForm() {
  const { preview } = useBatch();
  const { actions } = usePage();
  const copied = useNoticeLine();
  const privacy = preview.privacy.value;
  const { urls, risky } = preview.selection.value;
  const count = urls.length;
  const isPublic = privacy === Privacy.Public;
  const label = counted(isPublic ? 'manyPages.publish' : 'manyPages.create', count);
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
      <AlertLine>{preview.isNothingLeft.value && i18n.t('manyPages.nothingLeft')}</AlertLine>
      <div class="cluster">
        <button
          type="submit"
          class={risky.length > 0 ? 'warning' : 'primary'}
          aria-disabled={count === 0 || preview.isSending.value}
        >
          {preview.comparison.value === 'loading' ? i18n.t('manyPages.comparing', [label]) : label}
        </button>
      </div>
    </form>
  );
}

/**
 * Notes about the plan's monthly reports, and about the reports with which the rows are compared.
 * Always rendered, so that a new note does not move the rows.
 */
function Notes() {
  const { monthly, comparedWith, preview } = useBatch();
  const { length } = preview.selection.value.urls;
  const plan = monthly.value;
  const compared = comparedWith();
  const hasFailed = preview.comparison.value === 'failed';
  const notes = [
    plan !== null && length > 0 && counted('manyPages.ofPlan', plan, countText(length)),
    hasFailed && i18n.t('manyPages.notCompared'),
    !hasFailed &&
      compared !== null &&
      i18n.t('manyPages.comparedWith', [countText(compared.read), countText(compared.total)]),
  ];
  return <p class="preview-notes quiet">{notes.filter(Boolean).join(' · ')}</p>;
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
      {i18n.t('manyPages.withoutTracking', [countText(count)])}
    </label>
  );
}

/** Filters by reason, with the number of rows, and by text. */
function Filters() {
  const { preview } = useBatch();
  const counts = preview.counts.value;
  // Another filter may remove the last row with the chosen reason.
  const isOffered = (reason: RowReason) => counts[reason] > 0 || preview.reason.value === reason;
  const reasons = ROW_REASONS.filter(isOffered);
  return (
    <div class="find-rows cluster spread">
      {reasons.length > 0 && (
        <ul class="chips cluster tight" aria-label={i18n.t('manyPages.state')}>
          {[null, ...reasons].map((reason) => (
            <li key={reason}>
              <button
                type="button"
                class="chip"
                aria-pressed={preview.reason.value === reason}
                onClick={() => preview.chooseReason(reason)}
              >
                {i18n.t(reason === null ? 'manyPages.all' : `manyPages.reason.${reason}`)}{' '}
                {countText(counts[reason ?? 'all'])}
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchField
        label={i18n.t('manyPages.filter')}
        value={preview.filter.value}
        onEnter={preview.enterFilter}
      />
    </div>
  );
}
