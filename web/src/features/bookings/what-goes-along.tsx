import { useSay } from '../../kit/words.ts'

/** What is handed over with a booking. */
export const WhatGoesAlong = () => {
  const say = useSay()
  return (
    <p className="soft">
      {say(
        '接手的業務會收到通知；原業務還沒辦完的加購一併移交，備註會留在往來紀錄。',
        'The next salesperson is told. Add-ons of the former one that are still open go with the booking, and the note stays in its history.',
      )}
    </p>
  )
}
