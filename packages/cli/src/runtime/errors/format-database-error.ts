import { readDatabaseUrl } from "../environment.ts";
import { Failure } from "./failure.ts";

/**
 * Describes an error of the PostgreSQL of `DATABASE_URL` in one sentence, without user and password. Errors that do not
 * concern the connection are returned unchanged.
 */
export function describeDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error;
  const reason = reasonOf(error, databaseUrl);
  return reason === undefined ? error : new Failure(`DATABASE_URL cannot be used: ${reason}`, { cause: error });
}

function reasonOf(error: Error, databaseUrl: string): string | undefined {
  const url = readDatabaseUrl(databaseUrl);
  const socketFolder = url?.searchParams.get("host");
  const place = socketFolder ? `"${socketFolder}"` : `${url?.hostname || "localhost"}:${url?.port || 5432}`;
  const user = decodeURIComponent(url?.username ?? "");
  const database = decodeURIComponent(url?.pathname.slice(1) || (url?.username ?? ""));
  const code = codeOf(error);
  switch (code) {
    case "ECONNREFUSED":
    case "ENOENT":
      return `no server responds at ${place}. Start PostgreSQL, or correct host and port.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `there is no host "${url?.hostname}". Correct the name.`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
      return `${place} cannot be reached. Check the address and the network between.`;
    case "28P01":
    case "28000":
      return `PostgreSQL at ${place} does not let the user "${user}" in. Correct user and password, or pg_hba.conf there.`;
    case "3D000":
      return `PostgreSQL at ${place} has no database "${database}". Create it, or correct the name.`;
    case "42501":
      return `the user "${user}" may not make tables in "${database}". Grant CREATE on its schema, or use the owner of the database.`;
    case "25006":
      return `the database "${database}" at ${place} is read-only. Use the primary server of it, not a copy.`;
    case "53300":
      return `PostgreSQL at ${place} takes no further connections. Raise max_connections there, or stop others.`;
    case "57P03":
      return `PostgreSQL at ${place} is starting or stopping. Try again in a moment.`;
  }
  if (code?.startsWith("CERT_") || code?.includes("SIGNED_CERT") || code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `the certificate of ${place} is not trusted (${code}). Correct it, or the sslmode in the address.`;
  }
  if (/does not support SSL/.test(error.message)) {
    return `PostgreSQL at ${place} speaks no TLS. Remove sslmode from the address, or turn TLS on there.`;
  }
  if (/SASL|password must be a string/.test(error.message)) {
    return `PostgreSQL at ${place} asks for a password, and the address has none that fits.`;
  }
  if (/timeout|Connection terminated|invalid response|message code/i.test(error.message) || code === "ECONNRESET") {
    return `what listens at ${place} does not answer like PostgreSQL. Correct host and port.`;
  }
  return undefined;
}

function codeOf(error: Error): string | undefined {
  if ("code" in error && typeof error.code === "string") return error.code;
  // One attempt for each address of a host name.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? codeOf(first) : undefined;
}
