import * as z from "zod";

export const redirectSessionResponse = z.object({
  redirectSession: z
    .object({
      id: z.guid(),
      fullUrl: z.string().describe("Where the browser or the hidden frame goes."),
      urlDetails: z.object({ endpoint: z.string(), queryParams: z.record(z.string(), z.string()) }),
      sessionToken: z.string(),
      createdDate: z.iso.datetime(),
    })
    .meta({ id: "RedirectSession" }),
});
