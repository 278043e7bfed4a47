import { useQuery } from '@tanstack/react-query'
import { getPaperTemplate, listPaperTemplates, printPaperTemplate, Refusal } from 'guidon-sdk'
import { useState } from 'react'
import { guidon, refresh } from '../../kit/api.ts'
import { locale, nameOf, useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Loading } from '../../ui/empty.tsx'
import { PaperFrame } from '../papers/shared/paper-frame.tsx'
import css from './templates.module.css'

/** Every template of the papers with a sample; the agency's own files override ours (PAPERS_DIR). */
export default function Templates() {
  const say = useSay()
  const [chosen, choose] = useState<string>()
  const { data: templates = [] } = useQuery({
    queryKey: ['paper-templates'],
    queryFn: () => listPaperTemplates(guidon),
  })
  return (
    <div className={css.templates}>
      <Card title={say('文件範本', 'Paper templates')} count={templates.length}>
        <p className="within small soft">
          {say(
            '將範本複製到 PAPERS_DIR 再修改，升級時不會被覆蓋；改完再選一次即可看到。',
            'Copy a template to PAPERS_DIR and change the copy: upgrades do not overwrite it. Choose it again to see the change.',
          )}
        </p>
        <div className={css.names}>
          {templates.map(({ template, is_own, ...name }) => (
            <button
              key={template}
              type="button"
              className="button"
              aria-pressed={template === chosen}
              onClick={() => {
                choose(template)
                refresh('paper-templates')
              }}
            >
              {nameOf(say, name)}
              {is_own && <span className="badge turn-done">{say('自訂', 'Custom')}</span>}
            </button>
          ))}
        </div>
      </Card>
      {chosen && <OneTemplate key={chosen} template={chosen} />}
    </div>
  )
}

const OneTemplate = ({ template }: { template: string }) => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['paper-templates', template],
    queryFn: () => getPaperTemplate(guidon, template),
  })
  if (!data) return <Loading />
  return (
    <div className={css.chosen}>
      <Sample template={template} />
      <div className="column">
        <Source title={`${template}.typ`} text={data.text} />
        <Source title={say('範例資料', 'Sample data')} text={data.facts} />
      </div>
    </div>
  )
}

const Source = ({ title, text }: { title: string; text: string }) => (
  <Card title={title}>
    {/* A scrolling region must be reachable by keyboard. */}
    <textarea className={css.source} readOnly aria-label={title} value={text} wrap="off" rows={24} />
  </Card>
)

/** The printed sample, or the fault of its template with file and line. */
const Sample = ({ template }: { template: string }) => {
  const say = useSay()
  const { data, error } = useQuery({
    queryKey: ['paper-templates', template, 'paper', locale.now()],
    queryFn: () => printPaperTemplate(guidon, template, { locale: locale.now() }),
    staleTime: 0,
  })
  const faults = error instanceof Refusal ? (error.errors.template ?? [error.message]) : []
  return (
    <Card title={say('以範例資料印出', 'Printed with sample data')}>
      {!data && !error && <Loading />}
      {faults.map((fault) => (
        <p key={fault} className="within fault">
          {fault}
        </p>
      ))}
      {data && (
        <PaperFrame
          title={template}
          href={`/api/paper-templates/${template}/paper?locale=${encodeURIComponent(locale.now())}`}
        />
      )}
    </Card>
  )
}
