import { Link, type LinkProps } from '@tanstack/react-router'
import ArrowLeft from '~icons/lucide/arrow-left'

/** From the page of a record to the list of all. */
export const BackLink = ({ to, children }: { to: LinkProps['to']; children: string }) => (
  <Link className="back" to={to}>
    <ArrowLeft width={15} height={15} />
    {children}
  </Link>
)
