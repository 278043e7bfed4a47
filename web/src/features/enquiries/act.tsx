import { Link } from '@tanstack/react-router'
import type { EnquiryHistory } from 'guidon-sdk'
import { dayAndTime } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { sentenceOf } from './history-sentence.ts'

/** One act of the history of an enquiry: what was said, and what was done in one sentence. */
export default function Act({ act }: { act: EnquiryHistory }) {
  const say = useSay()
  const { at, by, words, booking } = act
  const sentence = sentenceOf(say, act)
  return (
    <>
      {words !== null && <p>{words}</p>}
      {sentence && (
        <p className="soft">
          {booking ? (
            <Link className="link" to="/bookings/$id" params={{ id: String(booking.id) }}>
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </p>
      )}
      <span className="sub">
        {by ? nameOf(say, by) : say('客戶或系統', 'The customer or the service')}・{dayAndTime(at)}
      </span>
    </>
  )
}
