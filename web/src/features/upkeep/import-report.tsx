import { Link } from '@tanstack/react-router'
import { type getImport, getImportReport, type ImportKind, runImport, undoImport } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { importKindWords, importStatusWords } from 'guidon-sdk/words'
import { plural, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { saveFile } from '../../ui/saved-file.ts'
import css from './import.module.css'
import { Causes, Repairs } from './import-causes.tsx'
import { importHues } from './status.ts'

type Shown = Awaited<ReturnType<typeof getImport>>
type Props = { shown: Shown; kinds: ImportKind[]; close: () => void; map: (() => void) | undefined }

/** What becomes, or became, of each line of a file, and what can be done with it now. */
export const Report = ({ shown, kinds, close, map }: Props) => {
  const say = useSay()
  const { file_name, status, sheets, problems, more_problems, causes, repairs, is_unmapped } = shown
  const columns = new Map(
    kinds.flatMap((kind) => kind.columns.map(({ code, label, label_en }) => [code, say(label, label_en)] as const)),
  )
  // Of a workbook for all kinds only some sheets are filled in.
  const filled = sheets.filter(({ rows, refused }) => rows > 0 || refused > 0)
  const hasWaiting = sheets.some(({ waiting }) => waiting > 0)
  return (
    <Card
      title={file_name}
      aside={
        <>
          <span className={`badge ${importHues[status]}`}>{say(...importStatusWords[status])}</span>
          <button type="button" className="button plain more" onClick={close}>
            {say('關閉報告', 'Close the report')}
          </button>
        </>
      }
    >
      <div className="within">
        <p role="status">{said(shown, say)}</p>
        {(status === 'running' || status === 'checking') && (
          <progress
            className={css.progress}
            max={Math.max(shown.rows, 1)}
            value={shown.done_rows}
            aria-label={
              status === 'running'
                ? say('匯入進度', 'Progress of the import')
                : say('檢查進度', 'Progress of the check')
            }
          />
        )}
        <Ways shown={shown} map={map} />
      </div>
      {filled.length > 0 && (
        <table className={`table as-cards ${css.sums}`}>
          <thead>
            <tr>
              <th scope="col">{say('資料', 'Records')}</th>
              <th scope="col" className="number">
                {say(...label.lines)}
              </th>
              <th scope="col" className="number">
                {status === 'checked' ? say('將新增', 'To be added') : say('新增', 'Added')}
              </th>
              <th scope="col" className="number">
                {say('已存在', 'There already')}
              </th>
              <th scope="col" className="number">
                {say('未通過', 'Refused')}
              </th>
              {hasWaiting && (
                <th scope="col" className="number">
                  {say('等候', 'Waiting')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {filled.map(({ kind, sheet, rows, created, unchanged, refused, waiting }) => (
              <tr key={sheet}>
                <td>
                  <b>{kind ? say(...importKindWords[kind]) : say('尚未對應', 'Not mapped yet')}</b>
                  <span className="sub">{sheet}</span>
                </td>
                <Amount label={say(...label.lines)} of={rows} />
                <Amount label={say('新增', 'Added')} of={created} />
                <Amount label={say('已存在', 'There already')} of={unchanged} />
                <Amount label={say('未通過', 'Refused')} of={refused} isBad={refused > 0} />
                {hasWaiting && <Amount label={say('等候', 'Waiting')} of={waiting} />}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.possible_doubles > 0 && status === 'done' && (
        <p className="small within">
          {say(
            `${shown.possible_doubles} 位可能與系統中的其他人重複，匯入不會自動合併。`,
            `${plural(shown.possible_doubles, 'person', 'people')} may be in the system twice. An import never merges them.`,
          )}{' '}
          <Link to="/persons" search={{ view: 'doubles' }}>
            {say('查看可能重複的客人', 'See possible duplicates')}
          </Link>
        </p>
      )}
      {shown.shared_references > 0 && status === 'done' && (
        <p className="small within">
          {say(
            `${shown.shared_references} 筆收款的參考號碼也登錄在其他訂單，請確認是否重複。`,
            `${plural(shown.shared_references, 'payment has', 'payments have')} a reference that another booking has too. Check whether they were recorded twice.`,
          )}
        </p>
      )}
      {repairs.length > 0 && <Repairs repairs={repairs} columns={columns} />}
      {causes.length > 0 && !is_unmapped && <Causes causes={causes} columns={columns} />}
      {problems.length > 0 && !is_unmapped && (
        <details className={css.cells} open={problems.length <= FEW || causes.length === 0}>
          <summary>{say('逐格列出', 'Cell by cell')}</summary>
          <Problems problems={problems} columns={columns} />
        </details>
      )}
      {more_problems > 0 && (
        <p className="soft small within">{say(`還有 ${more_problems} 個問題。`, `${more_problems} more problems.`)}</p>
      )}
    </Card>
  )
}

const said = (
  { status, created, unchanged, refused, done_rows, rows, is_rehearsed, is_unmapped, sheets }: Shown,
  say: ReturnType<typeof useSay>,
) => {
  if (status === 'running') return say(`進行中：${done_rows} / ${rows} 列`, `Running: line ${done_rows} of ${rows}`)
  if (status === 'checking')
    return done_rows === 0
      ? say(
          `檢查中：正在讀取 ${rows} 列。可以離開這一頁，檢查會繼續。`,
          `Reading ${plural(rows, 'line')}. You may leave this page: the check goes on.`,
        )
      : say(
          `檢查中：${done_rows} / ${rows} 列。可以離開這一頁，檢查會繼續。`,
          `Checked ${done_rows} of ${rows} lines. You may leave this page: the check goes on.`,
        )
  if (status === 'undone') return say('已復原：寫入的資料都已移除。', 'Undone: what it had written was removed.')
  if (status === 'failed') return say('未匯入，沒有留下任何資料。', 'Not imported; nothing of it is left.')
  if (status === 'done')
    return say(
      `已匯入 ${created} 筆，${unchanged} 筆原本就有。`,
      `${created} imported, ${unchanged} were there already.`,
    )
  if (is_unmapped)
    return say('請先對應工作表與欄位，再檢查內容。', 'Map the sheets and columns first; then their lines are checked.')
  const waiting = sheets.reduce((sum, sheet) => sum + sheet.waiting, 0)
  if (refused > 0)
    return (
      say(
        `${refused} 列未通過；請回答用語，或修正後再上傳一次。檔案中全部的列都通過才能匯入。`,
        `${plural(refused, 'line')} refused: say what the words mean, or correct the file and upload it again. A file is imported as a whole.`,
      ) +
      (waiting > 0
        ? say(
            `另有 ${waiting} 列本身沒有問題，等前面的列通過。`,
            ` ${plural(waiting, 'line')} without a fault wait for them.`,
          )
        : '')
    )
  if (rows === 0)
    return say(
      '檔案沒有可匯入的資料，範例列不算；填好之後再上傳一次。',
      'The file has no lines to import; examples do not count. Fill it in and upload it again.',
    )
  if (created === 0) return say('沒有新資料：每一列都已存在。', 'Nothing new: every line is there already.')
  return is_rehearsed
    ? say(`全部通過：將新增 ${created} 筆。`, `All lines pass: ${created} will be added.`)
    : say(
        `欄位全部通過：將新增 ${created} 筆。檢查時有同仁正在使用這些資料，其餘規則在匯入時檢查；有一列不通過就全部不匯入。`,
        `All cells pass: ${created} will be added. Colleagues were using these records, so the other rules are checked by the import: if one line fails, nothing is imported.`,
      )
}

type WaysProps = { shown: Shown; map: (() => void) | undefined }

const Ways = ({ shown: { id, status, created, refused, may_run, may_undo, is_unmapped }, map }: WaysProps) => {
  const say = useSay()
  const download = useWrite({
    send: (_: undefined, service) => getImportReport(service, id, { lines: 'refused' }),
    done: (text) => saveFile('refused-lines.csv', new Blob([text], { type: 'text/csv' })),
    tellsRefusal: true,
  })
  return (
    <div className="ways">
      {status === 'checked' && map && (
        <button type="button" className={refused > 0 ? 'button main' : 'button'} onClick={map}>
          {say('對應欄位與用語', 'Map columns and words')}
        </button>
      )}
      {status === 'checked' && refused > 0 && !is_unmapped && (
        <button
          type="button"
          className="button"
          disabled={download.isPending}
          onClick={() => download.mutate(undefined)}
        >
          {say('下載未通過的列', 'Download the refused lines')}
        </button>
      )}
      {may_run && created > 0 && (
        <ActButton
          words={[`匯入 ${created} 筆`, `Import ${created}`]}
          act={(service) => runImport(service, id)}
          says={['開始匯入', 'The import has begun']}
          changes={['imports']}
          isMain
        />
      )}
      {may_undo && (
        <ActButton
          words={['復原…', 'Undo…']}
          sure={[`確定移除這 ${created} 筆`, `Remove these ${created}`]}
          act={(service) => undoImport(service, id)}
          says={['開始復原', 'The undo has begun']}
          changes={['imports']}
        />
      )}
    </div>
  )
}

const Amount = ({ label, of, isBad = false }: { label: string; of: number; isBad?: boolean }) => (
  <td className={isBad ? 'number late' : 'number'}>
    <span className={css.label}>{label}</span> {of.toLocaleString()}
  </td>
)

/** Each problem with its cell, as a spreadsheet names it. */
const Problems = ({ problems, columns }: { problems: Shown['problems']; columns: ReadonlyMap<string, string> }) => {
  const say = useSay()
  const shownHere = problems.slice(0, MOST_SHOWN)
  return (
    <table className={`table as-cards ${css.problems}`} aria-label={say('未通過的儲存格', 'Refused cells')}>
      <thead>
        <tr>
          <th scope="col">{say('位置', 'Where')}</th>
          <th scope="col">{say('欄位', 'Column')}</th>
          <th scope="col">{say(...label.reason)}</th>
        </tr>
      </thead>
      <tbody>
        {shownHere.map(({ sheet, line, column, code, message }) => (
          <tr key={`${sheet} ${line} ${column} ${code} ${message}`}>
            <td>
              {line > 0 && say(`第 ${line} 列`, `Line ${line}`)}
              <span className="sub">{sheet}</span>
            </td>
            <td>{column && <mark className={css.cell}>{columns.get(column) ?? column}</mark>}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
const MOST_SHOWN = 200
const FEW = 20
