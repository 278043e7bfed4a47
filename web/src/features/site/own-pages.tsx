import { useQuery } from '@tanstack/react-query'
import { listSitePages, plainRecords } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { Suspense, useState } from 'react'
import FileText from '~icons/lucide/file-text'
import { guidon } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'

const RecordSheet = lazy(() => import('../reference/shared/plain-record/sheet.tsx'))

const record = plainRecords['site/pages']

/** The pages of the agency, in the order in which the foot of the site leads to them. Departments write them among the reference data. */
export const OwnPages = ({ isShown }: { isShown: boolean }) => {
  const say = useSay()
  const [open, setOpen] = useState<number | 'new'>()
  const { data } = useQuery({
    queryKey: ['reference', 'site/pages', 'all'],
    queryFn: () => listSitePages(guidon, { per_page: 100 }),
  })
  const pages = data?.data
  return (
    <Card
      title={say('自己的頁面', 'Own pages')}
      count={pages?.length}
      aside={
        <button type="button" className="button more" onClick={() => setOpen('new')}>
          {say('新增…', 'Add…')}
        </button>
      }
    >
      <p className="within small soft">
        {say(
          '例如「關於我們」。內文用 Markdown：空一行分段，# 標題、- 清單、**粗體**、[文字](網址)、表格每列用 | 隔開欄位，第二列寫 |---|---|。',
          'Such as “About us”. The text is Markdown: an empty line begins a paragraph, # a heading, - a list, **bold**, [words](address); a table has | between its columns, and |---|---| as its second line.',
        )}
      </p>
      {!pages && <Loading />}
      {pages?.length === 0 && <Empty icon={FileText}>{say('還沒有頁面', 'No pages yet')}</Empty>}
      {pages && pages.length > 0 && (
        <table className="table as-cards">
          <thead>
            <tr>
              <th scope="col">{say(...label.title)}</th>
              <th scope="col">{say(...label.path)}</th>
              <th scope="col">{say(...label.is)}</th>
            </tr>
          </thead>
          <tbody>
            {pages.map(({ id, slug, title, title_en, is_published, in_menu }) => (
              <tr key={id}>
                <td>
                  <button type="button" className="button plain" onClick={() => setOpen(id)}>
                    {say(title, title_en ?? title)}
                  </button>
                </td>
                <td data-label={say(...label.path)}>
                  {isShown && is_published ? (
                    <a href={say(`/pages/${slug}`, `/en/pages/${slug}`)} target="_blank" rel="noreferrer">
                      /pages/{slug}
                    </a>
                  ) : (
                    `/pages/${slug}`
                  )}
                </td>
                <td data-label={say(...label.is)}>
                  {is_published ? (
                    <span className="badge turn-done">{say('已公開', 'Published')}</span>
                  ) : (
                    <span className="badge turn-over">{say('未公開', 'Not published')}</span>
                  )}
                  {is_published && !in_menu && <span className="sub">{say('不在頁尾', 'Not at the foot')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {open && record && (
        <Suspense>
          <RecordSheet key={open} record={record} id={open} close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}
