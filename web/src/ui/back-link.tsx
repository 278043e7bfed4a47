import { Link, type LinkProps } from '@tanstack/react-router'
import ArrowLeft from '~icons/lucide/arrow-left'

/** The link from the page of a record to its list. */
export const BackLink = ({ to, children }: { to: LinkProps['to']; children: string }) => (
  <Link className="back" to={to}>
    <ArrowLeft width={15} height={15} />
    {children}
  </Link>
)
