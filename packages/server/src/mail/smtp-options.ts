/** A mail server that takes longer is tried again later. Source: security requirements §8.3. */
const timeoutMs = 5_000;

/** How mails leave: bounded in time, and with nothing taken from files or addresses. */
export function smtpOptions(url: string) {
  return {
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
