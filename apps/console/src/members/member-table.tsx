import type { Member } from "@porchlight/client/members";
import { TimeText } from "@porchlight/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import {
  Cell,
  Column,
  type ColumnProps,
  Row,
  type Selection,
  Table,
  TableBody,
  TableHeader,
  type TableProps,
} from "react-aria-components";
import { Link } from "react-router";
import { SelectionBox } from "../ui/list.tsx";
import { MemberStatus, nameOf } from "./member-status.tsx";

/** Props of {@link MemberTable}. */
export interface MemberTableProps extends Required<Pick<TableProps, "sortDescriptor" | "onSortChange">> {
  members: readonly Member[];
  selection: Selection;
  onSelectionChange(selection: Selection): void;
}

/** Members as a table with selection and sorting; on phones, with the email below the name. */
export function MemberTable({ members, selection, onSelectionChange, ...sorting }: MemberTableProps) {
  const secondary = "max-sm:hidden";
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <Table
        aria-label="Members"
        {...sorting}
        selectionMode="multiple"
        selectedKeys={selection}
        onSelectionChange={onSelectionChange}
        className="w-full border-collapse text-start"
      >
        <TableHeader className="text-start text-muted [&_th]:p-3 [&_th]:text-start [&_th]:font-medium">
          <Column className="w-10">
            <SelectionBox />
          </Column>
          <SortableColumn id="profile.nickname" isRowHeader>
            Name
          </SortableColumn>
          <SortableColumn id="loginEmail" className={secondary}>
            Email
          </SortableColumn>
          <Column>Status</Column>
          <SortableColumn id="_createdDate" className={secondary}>
            Joined
          </SortableColumn>
          <SortableColumn id="lastLoginDate" className={secondary}>
            Last sign-in
          </SortableColumn>
        </TableHeader>
        <TableBody>
          {members.map((member) => (
            <Row
              key={member._id}
              id={member._id}
              textValue={nameOf(member)}
              className="border-t border-line data-[selected]:bg-accent-soft [&_td]:p-3"
            >
              <Cell>
                <SelectionBox />
              </Cell>
              <Cell className="max-w-40 sm:max-w-48">
                <Link
                  to={`/members/${member._id}`}
                  className="block truncate font-medium text-fg hover:text-accent hover:underline"
                >
                  {nameOf(member)}
                </Link>
                {nameOf(member) !== member.loginEmail && (
                  <p className="truncate text-muted sm:hidden">{member.loginEmail}</p>
                )}
              </Cell>
              <Cell className={`max-w-60 truncate text-muted ${secondary}`}>{member.loginEmail}</Cell>
              <Cell>
                <MemberStatus member={member} />
              </Cell>
              <Cell className={`text-muted ${secondary}`}>
                <TimeText value={member._createdDate} />
              </Cell>
              <Cell className={`text-muted ${secondary}`}>
                {member.lastLoginDate ? <TimeText value={member.lastLoginDate} /> : "Never"}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function SortableColumn({
  children,
  className = "",
  ...props
}: ColumnProps & { children: string; className?: string }) {
  return (
    <Column {...props} allowsSorting className={`cursor-pointer ${className}`}>
      {({ sortDirection }) => (
        <span className="inline-flex items-center gap-1">
          {children}
          {sortDirection &&
            (sortDirection === "ascending" ? <ArrowUp aria-hidden size={14} /> : <ArrowDown aria-hidden size={14} />)}
        </span>
      )}
    </Column>
  );
}
