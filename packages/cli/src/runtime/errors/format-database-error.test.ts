import { describe, expect, it } from "vitest";
import { Failure } from "./failure.ts";
import { describeDatabaseError } from "./format-database-error.ts";

const url = "postgresql://me:hush@db.example:6432/site";
const withCode = (code: string, message = "driver text") => Object.assign(new Error(message), { code });

describe("describeDatabaseError", () => {
  it.each([
    [withCode("ECONNREFUSED"), "no server responds at db.example:6432"],
    [Object.assign(new AggregateError([withCode("ECONNREFUSED")])), "no server responds at db.example:6432"],
    [withCode("ENOTFOUND"), 'there is no host "db.example"'],
    [withCode("28P01"), 'does not let the user "me" in'],
    [withCode("3D000"), 'has no database "site"'],
    [withCode("25006"), 'the database "site" at db.example:6432 is read-only'],
    [withCode("42501"), 'the user "me" may not make tables in "site"'],
    [withCode("SELF_SIGNED_CERT_IN_CHAIN"), "the certificate of db.example:6432 is not trusted"],
    [new Error("The server does not support SSL connections"), "speaks no TLS"],
    [new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string"), "asks for a password"],
    [new Error("Connection terminated unexpectedly"), "does not answer like PostgreSQL"],
  ])("describes %s without the password", (error, sentence) => {
    const described = describeDatabaseError(error, url);
    expect(described).toBeInstanceOf(Failure);
    expect((described as Failure).message).toContain(`DATABASE_URL cannot be used: `);
    expect((described as Failure).message).toContain(sentence);
    expect((described as Failure).message).not.toContain("hush");
  });

  it("names PostgreSQL's default database if the URL has none", () => {
    const described = describeDatabaseError(withCode("3D000"), "postgresql://me:hush@db.example");
    expect((described as Failure).message).toContain('has no database "me"');
  });

  it("returns errors that do not concern the connection unchanged", () => {
    const error = new Error("column does not exist");
    expect(describeDatabaseError(error, url)).toBe(error);
  });
});
