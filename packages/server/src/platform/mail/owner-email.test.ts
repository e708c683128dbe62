import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { staffRecipient } from "./owner-email.ts";
import { formSubmittedMail } from "./templates/form-templates.ts";

const server = await createTestServer();
const { add } = await createTestStaff(server);
const { context } = server;

it("writes to staff in the language of their account, and to others in that of the site", async () => {
  await add("eva@example.com", "editor");
  const subjectFor = async (email: string) => {
    const mail = formSubmittedMail(context, await staffRecipient(context, email), { title: "Contact", lines: [] });
    return { language: mail.language, to: mail.to };
  };
  expect(await subjectFor("Eva@example.com")).toEqual({ language: "en", to: "Eva@example.com" });
  await sql`update members set profile = profile || '{"language": "de"}' where email_key = 'eva@example.com'`.execute(
    context.db,
  );
  expect(await subjectFor("Eva@example.com")).toEqual({ language: "de", to: "Eva@example.com" });
  expect(await subjectFor("someone@example.com")).toEqual({ language: "en", to: "someone@example.com" });
});
