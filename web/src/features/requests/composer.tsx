import { addonStepWords } from 'guidon-sdk/words'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../kit/me.ts'
import { useSay, type Words } from '../../kit/words.ts'
import css from './one.module.css'
import type { Request } from './queries.ts'
import { isTurnOf } from './shared/words.ts'
import { TurnFormView } from './turn-form.tsx'
import { type FormName, turnForms } from './turn-forms.ts'

export const COMPOSER = 'composer'

/** Offers the turns and messages that are possible now. A message that the customer will read looks different before it is sent. */
export const Composer = ({ request, typed }: { request: Request; typed: () => void }) => {
  const say = useSay()
  const me = useMe()
  const [chosen, choose] = useState<FormName>()
  const [isSending, setSending] = useState(false)
  const names = useFormNames(request)
  const { who, what } = request.next_action ?? {}
  const next = names.find((name) => isTurnOf(me, who) && name === what)
  // Another team's turn is never preselected, because what is sent by mistake cannot be taken back.
  const name = names.find((each) => each === chosen) ?? next ?? 'note'
  const form = turnForms[name]
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: which turns there are, and which is chosen, moves the row.
  useEffect(() => showChosen(row.current), [name, names.length])
  return (
    <section
      id={COMPOSER}
      className={form.isPublic ? `${css.composer} ${css.public}` : `${css.composer} ${css.inside}`}
      aria-label={say('下一步', 'Next step')}
      onInput={typed}
    >
      <div className={css.turns} ref={row} role="radiogroup" aria-label={say('動作', 'Action')}>
        {names.map((each) => (
          <label key={each} className={each === next ? `${css.turn} ${css.next}` : css.turn}>
            <input
              type="radio"
              name="turn"
              value={each}
              checked={each === name}
              // What is chosen before the answer has come would be taken back by it.
              disabled={isSending}
              onChange={() => choose(each)}
            />
            {say(...wordsOf(each))}
          </label>
        ))}
      </div>
      <TurnFormView key={name} name={name} request={request} done={() => choose(undefined)} sends={setSending} />
    </section>
  )
}

/** On a phone the row scrolls sideways. Only the row is scrolled, not the page. */
const showChosen = (row: HTMLElement | null) => {
  const label = row?.querySelector<HTMLElement>('label:has(:checked)')
  if (row && label) row.scrollLeft = label.offsetLeft - row.offsetLeft - (row.clientWidth - label.clientWidth) / 2
}

/** The possible turns, then the messages that are always possible; cancelling is last. */
const useFormNames = (request: Request): FormName[] => {
  const possible = request.possible.map(({ turn }) => turn)
  const isCancel = (name: FormName) => name === 'cancel'
  return [...possible.filter((name) => !isCancel(name)), 'note', 'message', ...possible.filter(isCancel)]
}

const wordsOf = (name: FormName): Words => {
  if (name === 'note') return ['內部備註', 'Internal note']
  return name === 'message' ? ['傳訊息給客戶', 'Message the customer'] : addonStepWords[name]
}
