import type { RichContent } from "@porchlight/client/blog";
import { randomUuid } from "@porchlight/contract/wire/random-uuid";
import { text } from "../../texts/text.ts";

/** A page to start from. Placeholders are in square brackets. */
export interface PageTemplate {
  id: "about" | "imprint" | "privacy";
  name: string;
  create(): { title: string; content: RichContent };
}

type Block = { heading: string } | { paragraph: string } | { list: readonly string[] };

const paragraph = (words: string): RichContent["nodes"][number] => ({
  type: "PARAGRAPH",
  id: randomUuid(),
  nodes: [textNode(words)],
});

const textNode = (words: string): RichContent["nodes"][number] => ({
  type: "TEXT",
  id: "",
  nodes: [],
  textData: { text: words, decorations: [] },
});

function toNode(block: Block): RichContent["nodes"][number] {
  if ("paragraph" in block) return paragraph(block.paragraph);
  const id = randomUuid();
  if ("heading" in block) return { type: "HEADING", id, headingData: { level: 2 }, nodes: [textNode(block.heading)] };
  return {
    type: "BULLETED_LIST",
    id,
    nodes: block.list.map((words) => ({ type: "LIST_ITEM", id: randomUuid(), nodes: [paragraph(words)] })),
  };
}

const toContent = (blocks: readonly Block[]): RichContent => ({ nodes: blocks.map(toNode) });

/** Templates in the language of the console. */
export const pageTemplates: readonly PageTemplate[] = [
  {
    id: "about",
    name: text("About"),
    create: () => ({
      title: text("About"),
      content: toContent([
        { paragraph: text("[What this site is about, in one or two sentences.]") },
        { heading: text("Who we are") },
        { paragraph: text("[Who writes here, since when, and why.]") },
        { heading: text("Contact") },
        { paragraph: text("[Email address]") },
      ]),
    }),
  },
  {
    id: "imprint",
    name: text("Imprint"),
    create: () => ({
      title: text("Imprint"),
      content: toContent([
        { heading: text("Provider of this site") },
        {
          paragraph: [
            text("[First and last name, or company with legal form]"),
            text("[Street and number]"),
            text("[Postal code and city]"),
            text("[Country]"),
          ].join("\n"),
        },
        { heading: text("Represented by") },
        { paragraph: text("[Name of the person, or delete this section]") },
        { heading: text("Contact") },
        { paragraph: [text("Email: [email address]"), text("Phone: [phone number]")].join("\n") },
        { heading: text("Register and VAT") },
        {
          paragraph: [
            text("[Register, court and number, or delete this line]"),
            text("[VAT identification number, or delete this line]"),
          ].join("\n"),
        },
        { heading: text("Responsible for the content") },
        { paragraph: text("[Name and address of the person responsible for journalistic content]") },
      ]),
    }),
  },
  {
    id: "privacy",
    name: text("Privacy policy"),
    create: () => ({
      title: text("Privacy policy"),
      content: toContent([
        { heading: text("Controller") },
        { paragraph: text("[Name, postal address and email address]") },
        { heading: text("Visiting this site") },
        {
          paragraph: text(
            "To deliver a page, the server processes the IP address and the browser of a visitor. Views are counted without cookies. [How long your hosting provider stores log files]",
          ),
        },
        { paragraph: text("Legal basis: Art. 6(1)(f) GDPR, our interest in a secure and working site.") },
        { heading: text("Cookies") },
        {
          paragraph: text(
            "The site only sets cookies that it needs for visits and for signing in. It loads videos and other content of third parties only when you start them.",
          ),
        },
        { heading: text("Member accounts") },
        {
          paragraph: text(
            "For an account we store the email address, the name, the time and device of each sign-in, and what you enter in your profile. You can delete your account at any time.",
          ),
        },
        { paragraph: text("Legal basis: Art. 6(1)(b) GDPR, the use of your account.") },
        { heading: text("Forms") },
        {
          paragraph: text(
            "We store what you enter in a form to handle your request. [How long you store submissions, and who receives them]",
          ),
        },
        { heading: text("Recipients") },
        { paragraph: text("[Hosting provider and email provider, with their countries]") },
        { heading: text("Your rights") },
        {
          list: [
            text("Access to the personal data that we store about you (Art. 15 GDPR)"),
            text("Correction and deletion (Art. 16 and 17 GDPR)"),
            text("Restriction of processing (Art. 18 GDPR)"),
            text("A copy of your data to transfer it (Art. 20 GDPR)"),
            text("Objection to processing (Art. 21 GDPR)"),
            text("A complaint to a supervisory authority (Art. 77 GDPR): [name of the authority]"),
          ],
        },
        { paragraph: text("Last changed: [date]") },
      ]),
    }),
  },
];

/** Placeholders that a text still contains. */
export function findPlaceholders({ nodes }: RichContent): string[] {
  const words = nodes.flatMap(function textsOf(node): string[] {
    return [node.textData?.text ?? "", ...(node.nodes ?? []).flatMap(textsOf)];
  });
  return [...new Set(words.flatMap((word) => word.match(/\[[^\]]{2,}\]/g) ?? []))];
}
