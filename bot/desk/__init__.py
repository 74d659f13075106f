"""The desk: every command and its reply, written once for every door.

A door (Discord, the web table, mail) tells the desk who speaks and what he wants, and gets a `Reply`. Neither
side knows the other's machinery:

- **In** goes plain data: a `Person` (door, handle, name, server, whether he looks after that server), the
  name of a game, order lines, a `ref` that names the interaction (a repeat gets the first answer again).
- **Out** comes a `Reply`: `blocks` of lines, `actions` (buttons), a `menu`, a `form` to be filled in,
  `pictures` by description, `files`. All text is *plain*: the door escapes it and adds its own markup
  from the `style` of a line. A reply is for the eyes of the one who asked, unless it is a `card`,
  which is made from a spectator's View.
- **Back** comes a pressed action: `desk.press(person, name, args, values, draft, ref)`. An action's name and
  arguments are all there is to it, so a button works after a restart as before. `Reply.draft` is text that is
  shown to the person and that the door hands back with every action of that reply: an order half put
  together, or lines that wait for a confirmation.

Actions name the entry (`seq`) they were made for. When the game has gone on, the desk says so and offers what
is current. Everything a person may not do or know is decided here or below, never in a door.

`Desk` (bot.desk.desk) is the whole; `bot.desk.reply` says what replies are made of.
"""
