import { tellPlannedTripNews } from 'guidon-sdk'
import { terms } from 'guidon-sdk/words'
import type { Told } from '../../kit/toasts.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import type { Given } from '../../ui/forms/form.tsx'

type Props = { label: string; name?: string; isTicked?: boolean }

/** The tick of a form whose change may be told to the travelers of a trip. */
export const TellTravelers = ({ label, name = 'tell_travelers', isTicked = false }: Props) => {
  const say = useSay()
  return (
    <div>
      <label className="choice">
        <input type="checkbox" name={name} defaultChecked={isTicked} />
        {label}
      </label>
      <p className="tiny soft">
        {say(
          `${terms.undo.words[0]}後才寄出，一人一封；信的內容會顯示在這一團的總覽，在那之前可以收回。`,
          `It is sent after ${terms.undo.words[1]}, one mail each. The overview of the trip shows its text, and until then you can take it back.`,
        )}
      </p>
    </div>
  )
}

export const isTold = (given: Given, name = 'tell_travelers') => given(name) === 'on'

/** The message after a change of a trip: what to look at, and until they are told a button to keep it from the travelers. */
export const useToldLater = (trip: number) => {
  const say = useSay()
  const keepBack = useWrite({
    send: (_, guidon) => tellPlannedTripNews(guidon, trip, { tells_travelers: false }),
    says: ['已收回，旅客不會收到', 'Taken back: the travelers are not told'],
    changes: ['trips'],
    tellsRefusal: true,
  })
  return (title: string, isTold: boolean, lookAt: readonly string[] = []): Told => {
    const told = isTold
      ? [say(`${terms.undo.words[0]}後通知旅客。`, `The travelers are told in ${terms.undo.words[1]}.`)]
      : []
    const body = [...lookAt, ...told].join('\n')
    return {
      title,
      ...(body && { body }),
      ...(isTold && {
        action: {
          words: say('先不要寄', 'Do not send it'),
          act: () => keepBack.mutate(undefined),
          seconds: terms.undo.count,
        },
      }),
    }
  }
}
