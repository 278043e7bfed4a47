import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listPendingResponses } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { useSay } from '../../kit/words.ts'
import css from './page.module.css'

/** Offers that the customer must answer soon, the nearest deadline first. */
export const Offers = () => {
  const say = useSay()
  const { data: page } = useQuery({
    queryKey: ['offers', 'next'],
    queryFn: () => listPendingResponses(guidon, { per_page: 4 }),
  })
  if (!page?.data.length) return null
  return (
    <section className="card" aria-labelledby="offers">
      <header>
        <h2 id="offers">{say('客戶回覆期限', 'Customer answers due')}</h2>
      </header>
      <ul className={css.todo}>
        {page.data.map(
          ({ id, request, customer_response_deadline: due, is_overdue, quoted_price, formatted_quoted_price }) => (
            <li key={id}>
              <Link className="row-link" to="/requests/$id" params={{ id: String(request.id) }}>
                {request.traveler_name}・{request.type_name}
              </Link>
              <span className="right">{price(quoted_price, formatted_quoted_price?.slice(0, 3))}</span>
              <span className="sub">{request.trip_serial}</span>
              {due && (
                <time className={`right small ${is_overdue ? 'late' : 'soft'}`} dateTime={due} title={dayAndTime(due)}>
                  {fromNow(due)}
                </time>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
