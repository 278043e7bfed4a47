import type { LoginUnfinished, Me } from 'guidon-sdk'
import { useState } from 'react'
import { isSheetOpen, queryClient } from '../../../kit/api.ts'
import { connection } from '../../../kit/connection.ts'
import { noteSignIn, useMe } from '../../../kit/me.ts'
import { useSay } from '../../../kit/words.ts'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { CodeForm } from './code-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** Signs in over a page whose session has ended, so that the page keeps what was typed in it. */
export default function AgainSheet({ answer }: { answer: (isSignedIn: boolean) => void }) {
  const say = useSay()
  const me = useMe()
  const [unfinished, setUnfinished] = useState<LoginUnfinished>()
  const signedIn = (user: Me) => {
    noteSignIn(user)
    // The page shows data of the previous account.
    if (user.id !== me.id) return location.assign('/desk')
    if (connection.now() === 'over') connection.set('none')
    answer(true)
    return isSheetOpen() || queryClient.invalidateQueries()
  }
  return (
    <Sheet title={say('登入已結束', 'Your session has ended')} close={() => answer(false)}>
      {unfinished ? (
        <CodeForm {...unfinished} signedIn={signedIn} back={() => setUnfinished(undefined)} />
      ) : (
        <PasswordForm signedIn={signedIn} goOn={setUnfinished} email={me.email ?? ''}>
          <p className="soft" role="status">
            {say(
              '請重新登入；您輸入的內容已保留，尚未送出的會接著送出。',
              'Please sign in again. What you typed is kept, and anything not sent yet is sent then.',
            )}
          </p>
        </PasswordForm>
      )}
    </Sheet>
  )
}
