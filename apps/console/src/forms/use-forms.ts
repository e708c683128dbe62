import type { Form } from "@porchlight/client/forms";
import { useQuery } from "@tanstack/react-query";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";

/** The namespace of the forms of this server. */
export const formsNamespace = "wix.form_app.form";

/** All forms, newest first. */
export function useForms() {
  const { forms } = useConsole().clients.site;
  return useQuery({
    queryKey: ["forms", "list"],
    queryFn: async ({ signal }) => {
      const found: Form[] = [];
      let cursor: string | undefined;
      do {
        const paging = { limit: 100, ...(cursor && { cursor }) };
        const page = await forms.listForms(formsNamespace, { paging }, { signal });
        found.push(...page.forms);
        cursor = page.pagingMetadata.cursors?.next ?? undefined;
      } while (cursor);
      return found;
    },
  });
}

/** The name of a form in lists. */
export const formName = ({ name }: Pick<Form, "name">): string => name || text("Form without a name");
