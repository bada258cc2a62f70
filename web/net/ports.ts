// https://fetch.spec.whatwg.org/#port-blocking, those at or above 1024. Below,
// only 80 and 443 pass anyway.
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Whether `url` may use its port.
 *
 * Threat: cross-protocol requests. An HTTP request to a mail, print or database
 * port can carry commands of that protocol, or probe which services are there.
 */
export function isAllowedPort(url: URL): boolean {
  if (url.port === "") return true;
  const port = Number(url.port);
  return port === 80 || port === 443 || (port >= 1024 && !badPorts.has(port));
}
