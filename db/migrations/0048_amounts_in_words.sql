-- An amount as people read it: NT$39,900, US$1,200.50, −€900. The same as `amountIn` of design/formats.ts, with which a test compares it.
create function amount_in(currency text, amount numeric) returns text language sql immutable parallel safe
return case when amount < 0 then '−' else '' end || case currency
    when 'TWD' then 'NT$' when 'USD' then 'US$' when 'EUR' then '€' when 'GBP' then '£' when 'JPY' then '¥' when 'CNY' then 'CN¥'
    when 'HKD' then 'HK$' when 'MOP' then 'MOP$' when 'KRW' then '₩' when 'THB' then '฿' when 'SGD' then 'S$' when 'AUD' then 'A$'
    when 'CAD' then 'CA$' when 'NZD' then 'NZ$' when 'VND' then '₫' when 'PHP' then '₱' when 'INR' then '₹' else currency || ' '
  end || amount_text(abs(amount));
