import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { createImport, getImport, type ImportKind, inviteImported, listImportKinds, listImports } from 'guidon-sdk'
import { terms } from 'guidon-sdk/words'
import { useState } from 'react'
import { guidon } from '../../kit/api.ts'
import { useHouse } from '../../kit/house.ts'
import { locale, plural, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './import.module.css'
import { Drop } from './import-drop.tsx'
import { Mapping } from './import-mapping.tsx'
import { Past } from './import-past.tsx'
import { Report } from './import-report.tsx'

/** What the agency had before comes in from spreadsheets: a checklist of kinds, a file, its report, and earlier imports. */
export default function Import() {
  const say = useSay()
  const navigate = useNavigate()
  const { id } = useSearch({ from: '/signed-in/upkeep/import' })
  const open = (to: number | undefined) =>
    navigate({ to: '/upkeep/import', search: to ? { id: to } : {}, replace: true })
  const { data: kinds } = useQuery({ queryKey: ['imports', 'kinds'], queryFn: () => listImportKinds(guidon) })
  const { data: past } = useQuery({
    queryKey: ['imports', 'list'],
    queryFn: () => listImports(guidon, { per_page: 10 }),
  })
  const { data: shown } = useQuery({
    queryKey: ['imports', id, locale.use()],
    queryFn: () => getImport(guidon, id ?? 0),
    enabled: id !== undefined,
    // The stream tells of the progress; without one it is read.
    refetchInterval: ({ state }) => (isAtWork(state.data) ? 2_000 : false),
  })
  const current = id === undefined ? undefined : shown
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('匯入資料', 'Import')}</h1>
          <p className="soft small">
            {say(
              `把公司既有的資料由試算表搬進來。先檢查、後匯入；不會寄信給任何人，${terms.undoImport.words[0]}內可以復原。`,
              `Bring in what the agency has in spreadsheets. A file is checked before anything is written; nobody is mailed, and an import can be undone for ${terms.undoImport.words[1]}.`,
            )}
          </p>
        </div>
      </header>
      <AdminTabs />
      <div className={css.columns}>
        <div className="column">
          <Upload open={open} />
          {id !== undefined && !current && <Loading />}
          {current && kinds && <Checked key={current.id} shown={current} kinds={kinds} close={() => open(undefined)} />}
          {past && past.data.length > 0 && <Past imports={past.data} current={id} />}
        </div>
        <div className="column">
          <Card title={say('資料清單', 'What can be imported')}>
            {!kinds && <Loading />}
            {kinds && <Invitation kinds={kinds} />}
            {kinds && <AllTemplates />}
            <ol className={css.kinds}>
              {kinds?.map((kind) => (
                <Kind key={kind.code} kind={kind} more={toCome(current, kind)} />
              ))}
            </ol>
          </Card>
        </div>
      </div>
    </div>
  )
}

type Shown = Awaited<ReturnType<typeof getImport>>

const isAtWork = (shown: Shown | undefined) => shown?.status === 'running' || shown?.status === 'checking'

/** The report of a file, or the questions about it where its sheets or columns are not known. */
const Checked = ({ shown, kinds, close }: { shown: Shown; kinds: ImportKind[]; close: () => void }) => {
  const [isAsking, setAsking] = useState(false)
  const isOpen = shown.status === 'checked' && (isAsking || shown.is_unmapped)
  const { id, version, is_unmapped } = shown
  const back = () => setAsking(false)
  return (
    <>
      {isOpen && (
        <Mapping id={id} version={version} kinds={kinds} done={back} cancel={is_unmapped ? undefined : back} />
      )}
      <Report shown={shown} kinds={kinds} close={close} map={isOpen ? undefined : () => setAsking(true)} />
    </>
  )
}

/** How many records of a kind the file on the screen would add. */
const toCome = (shown: Shown | undefined, { code }: ImportKind) =>
  shown?.status === 'checked' || shown?.status === 'running'
    ? shown.sheets.filter(({ kind }) => kind === code).reduce((sum, { created }) => sum + created, 0)
    : 0

const Kind = ({ kind: { code, label, label_en, count }, more }: { kind: ImportKind; more: number }) => {
  const say = useSay()
  const language = locale.use()
  const name = say(label, label_en)
  const template = (format: 'xlsx' | 'csv') => `/api/imports/kinds/${code}/template?format=${format}&locale=${language}`
  return (
    <li data-has={count > 0 || undefined}>
      <b>{name}</b>
      <span className={css.count}>
        {count.toLocaleString()}
        {more > 0 && (
          <>
            {' → '}
            <ins>{(count + more).toLocaleString()}</ins>
          </>
        )}
      </span>
      <span className={css.templates}>
        <a href={template('xlsx')} download>
          XLSX<span className="unseen"> {say(`${name}範本`, `template for ${name}`)}</span>
        </a>
        <a href={template('csv')} download>
          CSV<span className="unseen"> {say(`${name}範本`, `template for ${name}`)}</span>
        </a>
      </span>
    </li>
  )
}

/** One workbook for all kinds, which is filled in and comes back in one piece. */
const AllTemplates = () => {
  const say = useSay()
  const language = locale.use()
  return (
    <div className={css.above}>
      <p>
        {say(
          '一個檔案、每種資料一張工作表，儲存格有選單。',
          'One file with a sheet for each kind, and choices in the cells.',
        )}
      </p>
      <a className="button" href={`/api/imports/template?locale=${language}`} download>
        {say('下載全部範本', 'Download all templates')}
      </a>
    </div>
  )
}

/** Imported accounts are invited when the house is ready, all by one press. */
const Invitation = ({ kinds }: { kinds: ImportKind[] }) => {
  const say = useSay()
  const isMute = useHouse()?.sends_mail === false
  const waiting = kinds.reduce((sum, { to_invite }) => sum + to_invite, 0)
  if (!waiting) return null
  return (
    <div className={css.above}>
      <p>
        {say(
          `${waiting} 位同仁的帳號已匯入，還沒有人收到邀請信。`,
          `${plural(waiting, 'imported account')} not yet invited.`,
        )}
        {isMute && (
          <span className="sub late">
            {say('系統尚未設定郵件伺服器，邀請信寄不出去。', 'No mail server is set: invitations cannot be sent.')}
          </span>
        )}
      </p>
      <ActButton
        words={[`邀請 ${waiting} 人`, `Invite ${waiting === 1 ? '1 person' : `${waiting} people`}`]}
        sure={[`確定寄邀請信給 ${waiting} 人`, `Mail ${plural(waiting, 'invitation')} now`]}
        act={(service) => inviteImported(service)}
        says={['邀請信已寄出', 'Invitations are sent']}
        changes={['imports', 'users']}
      />
    </div>
  )
}

/** A file is checked as soon as it is chosen; what its sheets hold is asked afterwards, where nobody knows it. */
const Upload = ({ open }: { open: (id: number) => unknown }) => {
  const { mutate, error, isPending, reset } = useWrite({
    send: (file: File, service) => createImport(service, { file }),
    changes: ['imports'],
    done: ({ id }) => open(id),
  })
  const choose = (file: File) => {
    reset()
    return mutate(file)
  }
  return (
    <Drop choose={choose} isBusy={isPending}>
      <Refused error={error} />
    </Drop>
  )
}
