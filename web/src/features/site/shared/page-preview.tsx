import { useQuery } from '@tanstack/react-query'
import { previewSitePage } from 'guidon-sdk'
import { useState } from 'react'
import FileText from '~icons/lucide/file-text'
import { guidon } from '../../../kit/api.ts'
import { locale, useSay } from '../../../kit/words.ts'
import { Empty, Loading } from '../../../ui/empty.tsx'
import type { Given } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { Refused } from '../../../ui/refused.tsx'
import css from './page-preview.module.css'

const languages = [
  ['zh-TW', '中文'],
  ['en', 'English'],
] as const

/** A page of the agency as visitors will see it, in either language. */
export default function PagePreview({ given, close }: { given: Given; close: () => void }) {
  const say = useSay()
  const [language, setLanguage] = useState<'zh-TW' | 'en'>(locale.now() === 'en' ? 'en' : 'zh-TW')
  const [title, body] = [given('title'), given('body')]
  const page = { title, title_en: given('title_en') || null, body, body_en: given('body_en') || null }
  const isWritten = title !== '' && body !== ''
  const { data, error } = useQuery({
    queryKey: ['site', 'preview', page, language],
    queryFn: () => previewSitePage(guidon, { ...page, locale: language }),
    enabled: isWritten,
  })
  return (
    <Sheet title={say('預覽（尚未儲存）', 'Preview (not saved)')} close={close}>
      <div className={`switch ${css.languages}`}>
        {languages.map(([code, name]) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={code === language}
            onClick={() => setLanguage(code)}
          >
            {name}
          </button>
        ))}
      </div>
      <Refused error={error} />
      {!isWritten && (
        <Empty icon={FileText}>
          {say('先填標題與內文，就能預覽。', 'Fill in title and text first, then the page is shown here.')}
        </Empty>
      )}
      {isWritten && !data && !error && <Loading />}
      {data && <Framed document={data.document} title={say('預覽', 'Preview')} />}
    </Sheet>
  )
}

type Policy = { createHTML: (text: string) => string }
type Factory = { createPolicy: (name: string, policy: Policy) => Policy }

// The console forbids HTML in a text. In a frame without scripts and without its origin, this one can do nothing to it.
const factory: Factory | undefined = Reflect.get(window, 'trustedTypes')
const inFrame = factory?.createPolicy('preview', { createHTML: (text) => text })

/** A document in a frame. Its links open beside the console. */
const Framed = ({ document, title }: { document: string; title: string }) => (
  <iframe
    className={css.page}
    title={title}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    ref={(frame) => {
      if (frame) frame.srcdoc = inFrame?.createHTML(document) ?? document
    }}
  />
)
