import { describe, expect, it } from "vitest";
import { maxRows, parseMembers } from "./parse-members.ts";

describe("parseMembers", () => {
  it("reads the columns of several products, in any order, with quotes and a byte order mark", () => {
    const text =
      '\uFEFFid;Last Name;E-Mail;first_name\r\n1;"O\'Neil; jr";ada@example.com;Ada\r\n\r\n2;;Zoë@example.com;\r\n';
    expect(parseMembers(text)).toEqual({
      members: [
        { row: 2, email: "ada@example.com", firstName: "Ada", lastName: "O'Neil; jr" },
        { row: 3, email: "Zoë@example.com", firstName: "", lastName: "" },
      ],
      problems: [],
    });
    expect(parseMembers("loginEmail\nada@example.com").members).toHaveLength(1);
  });

  it("reports rows without a usable email, long names, and repeated emails", () => {
    const rows = ["ada", "", "ada@example.com", "ADA@example.com", "bo@example.com"].map((email) => `${email},x`);
    rows.push(`cy@example.com,${"x".repeat(101)}`);
    const { members, problems } = parseMembers(["email,first name", ...rows].join("\n"));
    expect(members.map(({ row }) => row)).toEqual([4, 6]);
    expect(problems).toEqual([
      { row: 2, reason: "“ada” is not an email address." },
      { row: 3, reason: "The email address is missing." },
      { row: 5, reason: "The file contains this email address twice." },
      { row: 7, reason: "A name has more than 100 characters." },
    ]);
  });

  it("rejects files that are no list of people, or too long", () => {
    for (const text of ["", "name\nAda", "\0\0\0", "{}"]) expect(() => parseMembers(text)).toThrow("no column “email”");
    const many = `email\n${Array.from({ length: maxRows + 1 }, (_, n) => `m${n}@example.com`).join("\n")}`;
    expect(() => parseMembers(many)).toThrow("takes up to 5,000");
  });
});
