import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { useBulk } from '@/components/batch/batch-model';
import { Address } from '@/components/ui/address';
import { timeAgo } from '@/components/ui/state/time-ago';
import { useVirtualRows } from '@/components/ui/table/virtual-rows';
import { VirtualTable } from '@/components/ui/table/virtual-table';
import { Privacy } from '@/lib/report/privacy';
import type { PreviewRow } from '@/lib/source/preview';
import { shownAddress } from '@/lib/url/shown-address';
import { trackingPieces } from '@/lib/url/url-alternatives';

/** So many rows the keys for a page go. */
const PAGE = 10;

/** The rows that the filters leave. The arrow keys go from row to row, and one of them is tabbed to. */
export function PreviewTable() {
  const { preview } = useBulk();
  const shown = preview.shown.value;
  /** The row that is tabbed to, and that has the focus or had it last. */
  const [current, setCurrent] = useState(0);
  const isMoved = useRef(false);
  const at = Math.min(current, Math.max(0, shown.length - 1));
  const virtual = useVirtualRows(shown.length, at);

  useLayoutEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    virtual.scrollTo(at);
    document.getElementById(`row-${shown[at]}`)?.focus({ preventScroll: true });
  });

  // Other rows are shown from the first on.
  useLayoutEffect(() => {
    virtual.scroller.current?.scrollTo(0, 0);
    setCurrent(0);
  }, [preview.filter.value, preview.reason.value]);

  function onKeyDown(event: KeyboardEvent): void {
    const last = shown.length - 1;
    const target = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: last,
    }[event.key];
    const isRow = event.target instanceof Element && event.target.closest('.bulk-row') !== null;
    if (target === undefined || !isRow) return;
    event.preventDefault();
    isMoved.current = true;
    setCurrent(Math.min(Math.max(target, 0), last));
  }

  return (
    <>
      <VirtualTable
        rows={virtual}
        class="preview-table"
        label={i18n.t('bulk.preview')}
        columns={[<SelectShown key="on" />, i18n.t('bulk.address'), i18n.t('bulk.state')]}
        keyOf={(index) => shown[index]}
        onKeyDown={onKeyDown}
      >
        {(index) => {
          const rowIndex = shown[index] ?? 0;
          const row = preview.preview.value?.rows[rowIndex];
          return (
            row && (
              <RowCells
                row={row}
                id={`row-${rowIndex}`}
                isOn={preview.isOn(rowIndex)}
                isCurrent={index === at}
                isPublic={preview.privacy.value === Privacy.Public}
                onFocus={() => setCurrent(index)}
                onSwitch={(isOn) => preview.switchRow(rowIndex, isOn)}
              />
            )
          );
        }}
      </VirtualTable>
      {shown.length === 0 && <p class="empty">{i18n.t('bulk.noMatch')}</p>}
    </>
  );
}

/** Switches all rows that the filters leave. */
function SelectShown() {
  const { preview } = useBulk();
  const areOn = preview.areShownOn.value;
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={i18n.t('bulk.selectShown')}
        checked={areOn === true}
        indeterminate={areOn === null}
        onChange={(event) => preview.switchShown(event.currentTarget.checked)}
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
  onFocus: () => void;
  onSwitch: (isOn: boolean) => void;
}

function RowCells(props: RowCellsProps) {
  const { row, id, isOn, isCurrent, isPublic, onFocus, onSwitch } = props;
  const name = row.tracked ?? row.url ?? row.text;
  const isRisky = row.reason === 'mayExposeSecret' || (isPublic && row.risks.length > 0);
  return (
    <>
      <span role="cell">
        <label class="tick">
          <input
            type="checkbox"
            id={id}
            aria-label={name}
            tabIndex={isCurrent ? 0 : -1}
            // Not disabled, since the arrow keys go there as well.
            aria-disabled={row.url === null}
            checked={isOn}
            onFocus={onFocus}
            onClick={(event) => {
              if (row.url === null) event.preventDefault();
            }}
            onChange={(event) => onSwitch(event.currentTarget.checked)}
          />
        </label>
      </span>
      <span role="cell">
        <label class="address" dir="ltr" for={id} title={name}>
          <RowAddress row={row} />
        </label>
      </span>
      <span role="cell" class="bulk-reasons">
        {row.reason !== null && row.reason !== 'mayExposeSecret' && (
          <span>
            {i18n.t(`bulk.reason.${row.reason}`)}
            {row.reason === 'alreadyReported' && row.reportedAt && (
              <> · {timeAgo(row.reportedAt)}</>
            )}
          </span>
        )}
        {isRisky && (
          <span class={isPublic ? 'is-risky' : ''}>{i18n.t('bulk.reason.mayExposeSecret')}</span>
        )}
      </span>
    </>
  );
}

/** The address as it was given; what is cut of it is struck through. */
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
