-- Sends the requests of a file in turn, over and over: method, path, headers and body, between tabs.
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, headers, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local given = {}
    for name, value in headers:gmatch("([^:;]+):([^;]+);") do given[name] = value end
    requests[#requests + 1] = wrk.format(method, path, given, body ~= "" and body or nil)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"seconds":%.6f,"errors":%d,"p50":%.4f,"p99":%.4f}\n',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
