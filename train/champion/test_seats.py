"""The places of the games: every game has one mover at every ply, and the shares are met."""

import unittest

from train.champion.config import Config
from train.champion.seats import Seats, parse_guests


class Places(unittest.TestCase):
    def setUp(self):
        self.cfg = Config(games=400, plies=8, guests="invincible=0.06,lewis=0.04", older_share=0.1, endless_share=0.05)
        self.seats = Seats(self.cfg)

    def test_each_game_has_one_mover(self):
        for ply in range(4):
            mine, theirs = self.seats.asked(ply), self.seats.asked_older(ply)
            both = list(range(200))[mine] + list(range(200))[theirs]
            self.assertEqual(sorted(both), list(range(200)))
            self.assertEqual(mine.stop - mine.start, 190)

    def test_against_the_older_network_movers_alternate(self):
        own = self.seats.own(8)
        older = self.seats.against_older()
        self.assertEqual(older.sum().item(), 40)
        self.assertTrue((own[::2][:, older] != own[1::2][:, older]).all())
        self.assertTrue(own[:, ~older].all())
        self.assertEqual(own.sum().item(), self.seats.own_steps(8))

    def test_shares(self):
        self.assertEqual(self.seats.single().sum().item(), 2 * (12 + 8))
        self.assertEqual(self.seats.plain().sum().item(), 400 - 40 - 40 - 20)
        self.assertFalse((self.seats.single() & self.seats.against_older()).any())
        self.assertEqual(self.seats.flags(), ["--ahead", "10", "--guests", "invincible=12,lewis=8", "--endless", "10"])

    def test_too_many(self):
        with self.assertRaisesRegex(ValueError, "no room"):
            Seats(Config(guests="lewis=0.9", older_share=0.2))
        with self.assertRaisesRegex(ValueError, "bad guests"):
            parse_guests("lewis")


if __name__ == "__main__":
    unittest.main()
