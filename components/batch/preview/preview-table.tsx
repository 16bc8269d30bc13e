import { useCallback } from 'preact/hooks';
import { i18n } from '#i18n';
import { useBatch } from '@/components/batch/batch-model';
import type { PreviewRow } from '@/components/batch/preview/preview-rows';
import { shortened } from '@/components/text/isolation';
import { Address } from '@/components/ui/address';
import { timeAgo } from '@/components/ui/state/time-ago';
import { LongTable, RowCell } from '@/components/ui/table/long-table';
import { Privacy } from '@/lib/report/privacy';
import { shownAddress } from '@/lib/url/shown-address';
import { trackingPieces } from '@/lib/url/tracking-parameters';

export function PreviewTable() {
  const { preview } = useBatch();
  const { rows: shown, empty } = preview.view.value;
  const cells = useCallback(
    (rowIndex: number, isCurrent: boolean) => {
      const row = preview.preview.value?.rows[rowIndex];
      return (
        row && (
          <RowCells
            row={row}
            id={`row-${rowIndex}`}
            isOn={preview.isOn(rowIndex)}
            isCurrent={isCurrent}
            isPublic={preview.privacy.value === Privacy.Public}
            onSwitch={(isOn) => preview.switchRow(rowIndex, isOn)}
          />
        )
      );
    },
    [preview],
  );
  return (
    <>
      <LongTable
        class="preview-table"
        label={i18n.t('manyPages.preview')}
        columns={[
          { class: 'cell-tick', head: <SelectShown /> },
          { class: 'cell-address', head: i18n.t('manyPages.address') },
          { class: 'off-card', head: i18n.t('manyPages.state') },
        ]}
        rows={shown}
        keyOf={(rowIndex) => rowIndex}
        resetKey={`${preview.filter.value} ${preview.reason.value}`}
      >
        {cells}
      </LongTable>
      {empty === 'filtered' && (
        <div class="no-rows beside">
          <p class="quiet">{i18n.t('manyPages.noMatch')}</p>
          <button type="button" onClick={preview.clearFilters}>
            {i18n.t('list.clear')}
          </button>
        </div>
      )}
    </>
  );
}

/** Switches all rows that pass the filters. */
function SelectShown() {
  const { preview } = useBatch();
  const areOn = preview.areShownRowsOn.value;
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={i18n.t('manyPages.selectShown')}
        checked={areOn === true}
        indeterminate={areOn === null}
        onChange={(event) => preview.switchShownRows(event.currentTarget.checked)}
      />
    </label>
  );
}

interface RowCellsProps {
  row: PreviewRow;
  id: string;
  isOn: boolean;
  isCurrent: boolean;
  isPublic: boolean;
  onSwitch: (isOn: boolean) => void;
}

function RowCells(props: RowCellsProps) {
  const { row, id, isOn, isCurrent, isPublic, onSwitch } = props;
  const name = row.tracked ?? row.url ?? row.text;
  const isRisky = row.reason === 'mayExposeSecret' || (isPublic && row.risks.length > 0);
  return (
    <>
      <RowCell>
        <label class="tick">
          <input
            type="checkbox"
            id={id}
            aria-label={name}
            tabIndex={isCurrent ? 0 : -1}
            // Not `disabled`, because the arrow keys must reach the checkbox.
            aria-disabled={row.url === null}
            checked={isOn}
            onClick={(event) => {
              if (row.url === null) event.preventDefault();
            }}
            onChange={(event) => onSwitch(event.currentTarget.checked)}
          />
        </label>
      </RowCell>
      <RowCell>
        <label
          class="address"
          dir="ltr"
          for={id}
          title={[name, row.where].filter(Boolean).join('\n')}
        >
          <RowAddress row={row} />
        </label>
      </RowCell>
      <RowCell class="cell-reasons quiet">
        {row.reason !== null && row.reason !== 'mayExposeSecret' && (
          <span>
            {i18n.t(`manyPages.reason.${row.reason}`)}
            {row.reason === 'alreadyReported' && row.reportedAt && (
              <> · {timeAgo(row.reportedAt)}</>
            )}
            {row.reason === 'notAPage' && (
              <>
                {' · '}
                <bdi>{shortened(row.nonPageReason ?? '')}</bdi>
              </>
            )}
          </span>
        )}
        {isRisky && (
          <span class={isPublic ? 'warning' : ''}>
            {i18n.t('manyPages.reason.mayExposeSecret')}
          </span>
        )}
      </RowCell>
    </>
  );
}

/** The given address, with removed parameters struck through. */
function RowAddress({ row: { url, text, tracked } }: Pick<RowCellsProps, 'row'>) {
  if (tracked === undefined || tracked === url) return <Address address={url ?? text} />;
  const [start, ...pieces] = trackingPieces(tracked);
  return (
    <Address address={start?.text ?? ''}>
      {pieces.map(({ text: piece, isTracking }, at) => {
        const shown = shownAddress(piece);
        return isTracking ? <del key={at}>{shown}</del> : shown;
      })}
    </Address>
  );
}
